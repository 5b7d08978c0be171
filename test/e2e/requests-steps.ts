// Requests that journeys begin with, made by calls. Their links lead to the stand-in for pages elsewhere.
import type { APIRequestContext } from '@playwright/test';
import type { RequestOutcome, ResourceRequest } from '#contract/requests/api.ts';
import { expect } from './journey.ts';
import { linkIn, type NewPerson, registerByCall } from './people.ts';

/** A link that nobody has asked for; `kind` is what its page says of itself (server/providers/web.fake.ts). */
export function newLink(kind: 'full' | 'title' | 'bare' = 'full'): string {
  return `https://shop.example/web/${kind}?pack=${crypto.randomUUID()}`;
}

/** A name that nothing else on the board has, so that a search finds this alone. */
export function newName(what: string): string {
  return `${what} ${crypto.randomUUID().slice(0, 8)}`;
}

/** Asks for a resource as whoever `api` is signed in as. */
export async function askByCall(
  api: APIRequestContext,
  resourceName: string,
  resourceLink = newLink(),
): Promise<ResourceRequest> {
  const answer = await api.post('/api/requests', { data: { resourceName, resourceLink } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as RequestOutcome).request;
}

/** Somebody new whose address is proven: decisions are mailed to nobody else. */
export async function registerProven(api: APIRequestContext): Promise<NewPerson> {
  const person = await registerByCall(api);
  const [, token] = (await linkIn(person.email, 'verify-email')).split('token=');
  const answer = await api.post('/api/auth/verify-email', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(204);
  return person;
}
