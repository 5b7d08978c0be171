// Steps for leaker journeys: an admin who makes decisions, and files uploaded through the API.
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect } from './journey.ts';
import { linkIn, type NewPerson, registerByCall } from './people.ts';

/** API context logged in as the demo admin, independent of the page's user. */
export async function adminOf(browser: Browser, baseURL: string | undefined): Promise<APIRequestContext> {
  const { request } = await browser.newContext({ baseURL });
  await signInByCall(request, 'admin');
  return request;
}

/** Registers a member with a verified email through the API. */
export async function newMember(api: APIRequestContext): Promise<NewPerson> {
  const person = await registerByCall(api);
  const [, token] = (await linkIn(person.email, 'verify-email')).split('#token=');
  expect((await api.post('/api/auth/verify-email', { data: { token } })).status()).toBe(204);
  return person;
}

/** Approves this person's leaker application. */
export async function approveApplication(admin: APIRequestContext, { username }: { username: string }) {
  const found = await admin.get('/api/admin/applications', { params: { search: username } });
  const [application] = (await found.json()) as LeakerApplication[];
  expect(application?.username).toBe(username);
  const answer = await admin.post(`/api/admin/applications/${application?.id}/approve`);
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Creates a leaker and logs the page in as them. */
export async function newLeaker(page: Page, admin: APIRequestContext): Promise<NewPerson> {
  const person = await newMember(page.request);
  expect((await page.request.post('/api/leaker/apply')).ok()).toBe(true);
  await approveApplication(admin, person.account);
  return person;
}

/** A picture in a random colour, so that its content is not already stored on the site. */
export async function newPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3));
  const picture = sharp({ create: { width: 640, height: 360, channels: 3, background: { r, g, b } } });
  const seen = crypto.randomUUID();
  const buffer = await picture
    .withExif({ IFD0: { ImageDescription: seen } })
    .png()
    .toBuffer();
  return { name: 'Plate.png', mimeType: 'image/png', buffer };
}

export function newTitle(): string {
  return `Journey ${crypto.randomUUID().slice(0, 8)}`;
}

export type Sent = { id: string; title: string };

/** Uploads one file with the specification's small-file endpoint; the upload then awaits approval. */
export async function sendFile(
  api: APIRequestContext,
  username: string,
  { id, title }: Sent,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const answer = await api.post(`/api/uploads/${username}/${id}/file`, {
    multipart: {
      file,
      title,
      category: 'Free',
      description: 'Made by a journey.',
      tags: 'journey',
      licence: 'CC0',
      rightsDeclared: 'true',
      editor: 'After Effects',
      type: 'overlay',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Value of one of the four statistics tiles. */
export function tileOf(page: Page, label: string) {
  return page.getByRole('main').locator('dl > div').filter({ hasText: label }).locator('dd');
}
