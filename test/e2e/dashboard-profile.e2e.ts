// Editing your profile in the dialog: text fields, pictures cropped by pointer or keyboard, rejected input (product.md ID-8).
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Account } from '#contract/accounts/api.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { untilSaid } from './journey-steps.ts';
import { logInByCall, registerByCall } from './people.ts';

/** Shown for a moment. */
const SAVED = 'Profile updated successfully';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' });

const open = async (page: Page): Promise<void> => {
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(dialogOf(page)).toBeVisible();
};

/** Saves and waits for the response. Pictures are processed in a separate process, which may be busy. */
const saveBy = async (page: Page, press: () => Promise<void>): Promise<void> => {
  const answer = page.waitForResponse('**/api/users/profile');
  const said = untilSaid(page, SAVED);
  await press();
  expect((await answer).status()).toBe(200);
  await said;
};

const me = async (page: Page): Promise<Account> => (await (await page.request.get('/api/auth/me')).json()) as Account;

/** A picture with a red left half and a blue right half. After cropping, the dominant colour shows which half was kept. */
const halves = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([
      {
        input: { create: { width: Math.floor(width / 2), height, channels: 3, background: 'blue' } },
        left: Math.ceil(width / 2),
        top: 0,
      },
    ])
    .png()
    .toBuffer();

const choose = async (page: Page, button: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
  const chooser = page.waitForEvent('filechooser');
  await dialogOf(page).getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
};

const picture = async (page: Page, address: string) => {
  const answer = await page.request.get(address);
  expect(answer.status()).toBe(200);
  const bytes = await answer.body();
  const { width, height } = await sharp(bytes).metadata();
  const { dominant } = await sharp(bytes).stats();
  return { width, height, colour: dominant.r > dominant.b ? 'red' : 'blue' };
};

test('name, bio and both pictures are changed by keyboard alone', async ({ page }) => {
  await registerByCall(page.request);
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Edit Profile' }).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);

  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Upload profile picture' }).focus();
  await page.keyboard.press('Enter');
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: await halves(1200, 600) };
  await (await chooser).setFiles(file);
  // The crop area has focus. Moving the picture left brings its right half into view.
  await expect(page.getByRole('group', { name: 'Crop area' })).toBeFocused();
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Zoom')).toBeFocused();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Apply crop' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Upload profile picture' })).toBeFocused();

  await choose(page, 'Upload banner', file);
  await page.getByRole('button', { name: 'Apply crop' }).click();
  await expect(dialog.getByRole('button', { name: 'Upload banner' })).toBeFocused();

  const name = `c-${crypto.randomUUID().slice(0, 12)}`;
  await dialog.getByLabel('Username').fill(name);
  await dialog.getByLabel('Bio').fill('Grain, gates and halation.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeFocused();
  await saveBy(page, () => page.keyboard.press('Enter'));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();

  const account = await me(page);
  expect(account).toMatchObject({ username: name, bio: 'Grain, gates and halation.' });
  const avatar = await picture(page, account.avatar);
  expect(avatar).toMatchObject({ width: avatar.height, colour: 'blue' });
  const banner = await picture(page, account.banner);
  expect((banner.width ?? 0) / (banner.height ?? 1)).toBeCloseTo(3, 1);
  await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible();
});

test('pictures and bio can be removed', async ({ page }) => {
  await registerByCall(page.request);
  const file = { name: 'small.png', mimeType: 'image/png', buffer: await halves(300, 300) };
  const set = await page.request.put('/api/users/profile', { multipart: { bio: 'Short.', avatar: file } });
  expect(set.status(), await set.text()).toBe(200);
  await open(page);
  await expect(dialogOf(page).getByLabel('Bio')).toHaveValue('Short.');
  await dialogOf(page).getByRole('button', { name: 'Remove profile picture' }).click();
  await dialogOf(page).getByLabel('Bio').fill('');
  await saveBy(page, () => dialogOf(page).getByRole('button', { name: 'Save Changes' }).click());
  await expect(dialogOf(page)).toBeHidden();
  expect(await me(page)).toMatchObject({ bio: '', avatar: '/public/Images/default-avatar.png' });
});

for (const [what, file] of [
  ['a program', { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }],
  ['text named as a picture', { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<script>1</script>') }],
  ['an empty file', { name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }],
] as const) {
  test(`${what} is refused as a picture`, async ({ page }) => {
    await registerByCall(page.request);
    await open(page);
    await choose(page, 'Upload profile picture', file);
    await expect(dialogOf(page).getByRole('alert')).toHaveText('Please upload an image file');
    await expect(dialogOf(page).getByLabel('Username')).toBeVisible();
  });
}

test('errors show where they belong, and nothing typed is lost', async ({ page, watch }) => {
  watch.allow(/status of 409/, /status of 500/, /status 500/, /ERR_INTERNET_DISCONNECTED/);
  await registerByCall(page.request);
  await open(page);
  const dialog = dialogOf(page);
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await dialog.getByLabel('Username').fill('');
  await save.click();
  await expect(dialog.getByText('This username is not valid.')).toBeVisible();
  await expect(dialog.getByLabel('Username')).toBeFocused();

  await dialog.getByLabel('Username').fill('member-demo');
  await dialog.getByLabel('Bio').fill('Kept through everything.');
  await save.click();
  await expect(dialog.getByText('This username is not available.')).toBeVisible();

  await dialog.getByLabel('Username').fill(`d-${crypto.randomUUID().slice(0, 12)}`);
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 500 }));
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update profile');
  await page.unrouteAll();
  await page.route('**/api/users/profile', (route) => route.abort('internetdisconnected'));
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('An error occurred during profile update');
  await page.unrouteAll();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Kept through everything.');
  await saveBy(page, () => save.click());
  expect(await me(page)).toMatchObject({ bio: 'Kept through everything.' });
});

test('a session that expires while editing loses nothing typed', async ({ page, watch, context }) => {
  watch.allow(/status of 401/);
  const person = await registerByCall(page.request);
  await open(page);
  await dialogOf(page).getByLabel('Bio').fill('Typed before the session ended.');
  await context.clearCookies();
  await dialogOf(page).getByRole('button', { name: 'Save Changes' }).click();
  const again = page.getByRole('dialog', { name: /log in again/i });
  await again.getByLabel('Password', { exact: true }).fill(person.password);
  const said = untilSaid(page, SAVED);
  await again.getByRole('button', { name: /log in|sign in/i }).click();
  await expect(again).toBeHidden();
  await said;
  await logInByCall(page.request, person);
  expect(await me(page)).toMatchObject({ bio: 'Typed before the session ended.' });
});

test('the backdrop, the close button and Cancel close the dialog without saving', async ({ page }) => {
  await registerByCall(page.request);
  await open(page);
  const dialog = dialogOf(page);
  await dialog.getByLabel('Bio').fill('Never sent.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  for (const close of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(20, 20),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(dialog.getByLabel('Bio')).toHaveValue('');
    await close();
    await expect(dialog).toBeHidden();
  }
  expect((await me(page)).bio).toBe('');
});

test('closing with unsaved text asks before discarding it', async ({ page }) => {
  await registerByCall(page.request);
  await open(page);
  const dialog = dialogOf(page);
  await dialog.getByLabel('Bio').fill('Half a bio.');
  await page.mouse.click(20, 20);
  await expect(dialog.getByText('Discard your changes?')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Half a bio.');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(dialog.getByLabel('Bio')).toHaveValue('');
  await expect(dialog.getByText('Discard your changes?')).toBeHidden();
  expect((await me(page)).bio).toBe('');
});

test('a leaker sees the profile address that the name results in', async ({ page }) => {
  await signInByCall(page.request, 'leaker');
  await page.goto('/leaker');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/^Member since /)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /\/leaker-demo$/ })).toHaveAttribute(
    'href',
    '/leaker-demo',
  );
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await dialogOf(page).getByLabel('Username').fill('Leaker-Demo-2');
  await expect(dialogOf(page).getByText(/\/leaker-demo-2$/)).toBeVisible();
});
