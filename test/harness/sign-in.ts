// Logs in as a demo account.
import type { APIRequestContext, Page } from '@playwright/test';
import type { DemoAccount } from '#test/screens/screen.ts';

export const PASSWORD = 'helix-demo-2026';

/** Logs in through the API. `api`, which may belong to a browser context, keeps the cookies. */
export async function signInByCall(api: APIRequestContext, account: DemoAccount): Promise<void> {
  const data = { email: `${account}@demo.example`, password: PASSWORD };
  const answer = await api.post('/api/auth/login', { data });
  if (!answer.ok()) throw new Error(`The demo account ${account} could not log in: ${await answer.text()}`);
}

/** Fills in the login page like a user, and waits for the redirect. */
export async function signIn(page: Page, account: DemoAccount, address = '/login'): Promise<void> {
  await page.goto(address);
  await page.getByLabel(/e-?mail/i).fill(`${account}@demo.example`);
  await page.getByLabel(/password/i).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log in|login|sign in/i })
    .click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
