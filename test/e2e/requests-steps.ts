// Creates requests through the API, as a starting point for journeys. Their links point to the fake of external web pages.
import type { APIRequestContext } from '@playwright/test';
import type { RequestOutcome, ResourceRequest } from '#contract/requests/api.ts';
import { expect } from './journey.ts';
import { linkIn, type NewPerson, registerByCall } from './people.ts';

/** A link that nobody has requested yet. `kind` selects which metadata its page has (server/providers/web.fake.ts). */
export function newLink(kind: 'full' | 'title' | 'bare' = 'full'): string {
  return `https://shop.example/web/${kind}?pack=${crypto.randomUUID()}`;
}

/** A name unique on the board, so that a search finds only this request. */
export function newName(what: string): string {
  return `${what} ${crypto.randomUUID().slice(0, 8)}`;
}

/** Requests a resource as the user that `api` is logged in as. */
export async function askByCall(
  api: APIRequestContext,
  resourceName: string,
  resourceLink = newLink(),
): Promise<ResourceRequest> {
  const answer = await api.post('/api/requests', { data: { resourceName, resourceLink } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as RequestOutcome).request;
}

/** Registers an account with a verified email; decisions are emailed only to verified addresses. */
export async function registerProven(api: APIRequestContext): Promise<NewPerson> {
  const person = await registerByCall(api);
  const [, token] = (await linkIn(person.email, 'verify-email')).split('token=');
  const answer = await api.post('/api/auth/verify-email', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(204);
  return person;
}
