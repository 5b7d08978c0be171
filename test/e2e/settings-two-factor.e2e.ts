// Two-factor authentication, from setup to turning it off, including the confirmation it requires (product.md ID-9).
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from './journey.ts';
import { logInByCall, registerByCall } from './people.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor' });

/** An authenticator app. Each code works only once, so the second code is for the next time step; the server accepts both. */
const phone = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const periodMs = totp.period * 1000;
  let used = 0;
  return {
    code: (): string => {
      used = Math.max(used + 1, Math.floor(Date.now() / periodMs));
      return totp.generate({ timestamp: used * periodMs });
    },
  };
};

const signInPage = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.goto('/login');
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password').fill(password);
  await main.getByRole('button', { name: 'Log in', exact: true }).click();
};

test('two-factor is set up, asked for, passed with a code and a recovery code, and turned off', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/status of 40[13]/);
  const person = await registerByCall(context.request);
  await page.goto('/settings#two-factor');
  const part = section(page);
  await part.getByRole('button', { name: 'Set up two-factor' }).click();
  await expect(part.getByRole('img', { name: /QR code/ })).toBeVisible();
  const uri = new URL((await part.getByRole('link', { name: /Open the app/ }).getAttribute('href')) ?? '');
  const app = phone(uri.searchParams.get('secret') ?? '');
  await expect(part.getByText((uri.searchParams.get('secret') ?? '').slice(0, 4)).first()).toBeVisible();

  await part.getByLabel('Authenticator code').fill('12');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(part.getByLabel('Authenticator code')).toHaveAccessibleDescription(/6-digit code/);
  await part.getByLabel('Authenticator code').fill(app.code());
  await part.getByRole('button', { name: 'Turn on' }).click();
  const codes = part.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [first = '', second = ''] = await codes.allTextContents();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('link', { name: 'Download as text' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  await part.getByRole('button', { name: 'I have saved them' }).click();
  await expect(part.getByText('10 recovery codes left.')).toBeVisible();

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signInPage(page, person);
  const main = page.getByRole('main');
  await main.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert')).toContainText('This code is wrong');
  await main.getByLabel('Code', { exact: true }).fill(app.code());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signInPage(page, person);
  await main.getByRole('button', { name: 'Use a recovery code' }).click();
  await main.getByLabel('Recovery code').fill(first.trim());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/settings#two-factor');
  await expect(part.getByText('9 recovery codes left.')).toBeVisible();
  await part.getByRole('button', { name: 'Turn off' }).click();
  await part.getByLabel('Authenticator code or recovery code').fill(second.trim());
  await part.getByRole('button', { name: 'Turn off two-factor' }).click();
  await expect(part.getByText('Off', { exact: true })).toBeVisible();
  await logInByCall(context.request, person);
});
