// New people for journeys, and the mail that the site sends them. Without SMTP, mail is stored in the data folder's outbox.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { Account } from '#contract/accounts/api.ts';
import { expect } from './journey.ts';

export const NEW_PASSWORD = 'lamp oil and film grain';

export type NewPerson = { email: string; password: string; account: Account };

const newEmail = (): string => `j${crypto.randomUUID().slice(0, 12)}@people.example`;

export function newCredentials(): { email: string; password: string } {
  return {
    email: newEmail(),
    password: NEW_PASSWORD,
  };
}

/** Registers a new person through the API. `api`, which may belong to a browser context, keeps the session. */
export async function registerByCall(api: APIRequestContext): Promise<NewPerson> {
  const credentials = newCredentials();
  const answer = await api.post('/api/auth/register', { data: credentials });
  expect(answer.status(), await answer.text()).toBe(201);
  return { ...credentials, account: (await answer.json()) as Account };
}

export async function logInByCall(
  api: APIRequestContext,
  { email, password }: Pick<NewPerson, 'email' | 'password'>,
): Promise<void> {
  const answer = await api.post('/api/auth/login', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Decodes quoted-printable, the encoding of mail parts. */
const plain = (mail: string): string =>
  mail
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));

const mailsTo = (email: string): string[] => {
  const folder = join(process.env.SITE_FOLDER ?? '', 'outbox');
  // The folder is created when the first mail is sent.
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => plain(readFileSync(join(folder, name), 'utf8')))
    .filter((mail) => mail.toLowerCase().includes(`\r\nto: ${email.toLowerCase()}\r\n`));
};

/** Waits for a mail to this address that matches; returns its text. */
export async function mailTo(email: string, what: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      () => {
        found = mailsTo(email).find((mail) => what.test(mail));
        return found !== undefined;
      },
      { message: `a mail to ${email} that matches ${what}`, timeout: 60_000 },
    )
    .toBe(true);
  return found ?? '';
}

/** Path and token from the link in a mail: `/verify-email#token=…`. */
export async function linkIn(email: string, page: 'verify-email' | 'reset-password'): Promise<string> {
  const mail = await mailTo(email, new RegExp(`/${page}#token=`));
  const link = new RegExp(`/${page}#token=[A-Za-z0-9_-]{43}`).exec(mail)?.[0];
  expect(link, `a complete link in the mail to ${email}`).toBeTruthy();
  return link ?? '';
}

/** Verifies an email with the token from its mail, through the API. */
export async function proveByCall(api: APIRequestContext, email: string): Promise<void> {
  const [, token] = (await linkIn(email, 'verify-email')).split('#token=');
  expect((await api.post('/api/auth/verify-email', { data: { token } })).status()).toBe(204);
}
