// Signing in as one of the demo accounts, through the sign-in page as a person would.
import type { Page } from '@playwright/test';
import type { DemoAccount } from './screens.ts';

const PASSWORD = 'helix-demo-2026';

/** Fills in the sign-in page and waits until it has led elsewhere. */
export const signIn = async (page: Page, account: DemoAccount): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel(/e-?mail/i).fill(`${account}@demo.example`);
  await page.getByLabel(/password/i).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log in|login|sign in/i })
    .click();
  await page.waitForURL((url) => url.pathname !== '/login');
};
