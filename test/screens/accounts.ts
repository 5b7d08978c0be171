// Screens for signing up, logging in, emailed links and the settings.
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const submitSignIn = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: /log in|login|sign in/i })
    .click();

const openTwoFactor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
};

/** Opens the form in the sign-up dialog with the given button. */
const openSignUp = (button: 'Join as Member' | 'Apply as Leaker') => async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByLabel('Email').waitFor();
};

/** Has the format of a token from an emailed link, but was never sent. */
const NO_SUCH_TOKEN = 'A'.repeat(43);

export const accountScreens: Screen[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-empty',
    path: '/login',
    prepare: async (page) => {
      await submitSignIn(page);
      await page.getByText('Enter your password.').waitFor();
    },
  },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async (page) => {
      await page.getByLabel(/e-?mail/i).fill('nobody@demo.example');
      await page.getByLabel(/password/i).fill('not the password');
      await submitSignIn(page);
      await page.getByRole('alert').waitFor();
    },
    complaint: /status of 401/,
  },
  { name: 'login-returned', path: '/login?error=provider&provider=discord' },
  { name: 'login-reset', path: '/login?reset=done' },
  { name: 'login-code', path: '/login?step=two-factor' },
  {
    name: 'login-recovery',
    path: '/login?step=two-factor',
    prepare: (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  },
  {
    name: 'login-again',
    path: '/settings',
    as: 'member',
    // Mock the refusal, because the real session must remain valid for later screens.
    before: (page) =>
      page.route('**/api/users/profile', (route) =>
        route.fulfill({ status: 401, json: { code: 'SIGN_IN_REQUIRED', message: 'Please log in first.' } }),
      ),
    prepare: async (page) => {
      await page.getByLabel('Display name').fill('Typed before it ended');
      await page.getByRole('button', { name: 'Save names' }).click();
      await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    },
    complaint: /status of 401/,
  },
  { name: 'register', path: '/#register', prepare: (page) => page.getByRole('dialog').waitFor() },
  { name: 'register-leaker', path: '/resources#register', prepare: openSignUp('Apply as Leaker') },
  {
    name: 'register-refused',
    path: '/resources#register',
    prepare: async (page) => {
      await openSignUp('Join as Member')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('member@demo.example');
      await dialog.getByRole('button', { name: 'Create account' }).click();
      await dialog.getByText('Enter your password.').waitFor();
      await dialog.getByLabel('Password').fill('lamp oil and film grain');
      await dialog.getByRole('button', { name: 'Create account' }).click();
      await dialog.getByRole('alert').waitFor();
    },
    complaint: /status of 409/,
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    prepare: async (page) => {
      await page.getByRole('main').getByLabel('Email').fill('nobody@people.example');
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('button', { name: 'Send again' }).waitFor();
    },
  },
  { name: 'reset-password', path: `/reset-password#token=${NO_SUCH_TOKEN}` },
  { name: 'reset-password-no-link', path: '/reset-password' },
  { name: 'verify-email', path: `/verify-email#token=${NO_SUCH_TOKEN}` },
  { name: 'verify-email-no-link', path: '/verify-email', as: 'member' },
  {
    name: 'verify-email-expired',
    path: `/verify-email#token=${NO_SUCH_TOKEN}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await page.getByRole('alert').waitFor();
    },
    complaint: /status of 400/,
  },
  { name: 'settings', path: '/settings', as: 'member' },
  { name: 'settings-denied', path: '/settings?error=denied&provider=google', as: 'member' },
  { name: 'settings-two-factor', path: '/settings', as: 'member', prepare: openTwoFactor },
  {
    name: 'settings-confirm',
    path: '/settings',
    as: 'member',
    before: (page) =>
      page.route(/\/api\/auth\/two-factor\/setup/, (route) =>
        route.fulfill({ status: 403, json: { code: 'CONFIRMATION_REQUIRED', message: '' } }),
      ),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Set up two-factor' }).click();
      await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor();
    },
    complaint: /status of 403/,
  },
];
