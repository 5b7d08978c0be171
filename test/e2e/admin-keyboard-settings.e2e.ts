// Uses the settings with the keyboard only: after something is saved, moved, renewed or removed, focus must land where the user
// would continue. Changes that other journeys could see are reverted.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, signInByCall } from '#test/harness/sign-in.ts';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { untilSaid } from './journey-steps.ts';
import { pressAt, tabTo } from './keyboard-steps.ts';
import { registerByCall } from './people.ts';

const SETTINGS = /\/api\/admin\/settings$/;
/** Shown for three seconds. */
const SAVED = 'Settings saved successfully';

const openPage = async (page: Page, name: string): Promise<void> => {
  await signInByCall(page.request, 'admin');
  await page.goto(`/admin/settings/${name}`);
};
const block = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

test('the save button keeps focus while saving and afterwards', async ({ page }) => {
  await openPage(page, 'dashboard');
  const answer = await holdCalls(page, SETTINGS, 'PUT');
  const name = page.getByLabel('Site name');
  await tabTo(page, name);
  const before = await name.inputValue();
  await page.keyboard.press('End');
  await page.keyboard.insertText('!');
  await page.keyboard.press('Backspace');
  await pressAt(page, button(page, 'Save settings'));
  const saving = button(page, 'Saving...');
  await expect(saving).toBeFocused();
  await expect(saving).toHaveAttribute('aria-disabled', 'true');
  const said = untilSaid(page, SAVED);
  answer();
  await said;
  await expect(button(page, 'Save settings')).toBeFocused();
  await expect(button(page, 'Save settings')).toBeEnabled();

  // Saving with Enter keeps the focus and the caret in the field.
  await page.unroute(SETTINGS);
  await tabTo(page, name, 'Shift+Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const saidAgain = untilSaid(page, SAVED);
  await page.keyboard.press('Enter');
  await saidAgain;
  await expect(name).toBeFocused();
  expect(await name.evaluate((field) => (field as HTMLInputElement).selectionStart)).toBe(1);
  await expect(name).toHaveValue(before);

  await page.goto('/admin/settings/extras');
  const save = button(block(page, 'Ad page'), 'Save');
  await tabTo(page, save);
  const saidThere = untilSaid(page, SAVED);
  await page.keyboard.press('Enter');
  await saidThere;
  await expect(save).toBeFocused();
  await expect(save).toBeEnabled();
});

test('a category is added, moved to the end, saved and removed', async ({ page }) => {
  const name = `Keys ${randomUUID().slice(0, 8)}`;
  await openPage(page, 'groups');
  const categories = block(page, 'Upload categories');
  const row = categories.getByRole('listitem').filter({ hasText: name });
  await pressAt(page, button(categories, 'Add category'));
  await expect(categories.getByRole('textbox', { name: 'Category' })).toBeFocused();
  await page.keyboard.insertText(name);
  // Saving replaces the input with text, so the row gets focus.
  const said = untilSaid(page, SAVED);
  await page.keyboard.press('Enter');
  await said;
  await expect(row).toBeFocused();

  const up = button(categories, `Move ${name} up`);
  const down = button(categories, `Move ${name} down`);
  await tabTo(page, up);
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await tabTo(page, down);
  await page.keyboard.press('Enter');
  await expect(down).toBeFocused();
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(down).toBeFocused();

  await pressAt(page, button(categories, `Remove ${name}`));
  await expect(row).toHaveCount(0);
  await expect(categories.getByRole('listitem').last()).toBeFocused();
  const save = button(categories, 'Save');
  await tabTo(page, save);
  const saidAgain = untilSaid(page, SAVED);
  await page.keyboard.press('Enter');
  await saidAgain;
  await expect(save).toBeFocused();
});

test('a badge is created, edited and deleted', async ({ page }) => {
  const name = `K ${randomUUID().slice(0, 8)}`;
  await openPage(page, 'groups');
  const badges = block(page, 'Badges');
  const dialog = page.getByRole('dialog');
  await pressAt(page, button(badges, 'Add badge'));
  await tabTo(page, dialog.getByLabel('Name'));
  await page.keyboard.insertText(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(badges, 'Add badge')).toBeFocused();
  const edit = button(badges, `Edit ${name}`);
  await pressAt(page, edit);
  await tabTo(page, dialog.getByLabel('Description'));
  await page.keyboard.insertText('Cuts well');
  await pressAt(page, button(dialog, 'Save'));
  await expect(badges.getByRole('row', { name })).toContainText('Cuts well');
  await expect(edit).toBeFocused();
  await pressAt(page, button(badges, `Delete ${name}`));
  await pressAt(page, button(dialog, 'Delete'));
  await expect(badges.getByRole('row', { name })).toHaveCount(0);
  const place = badges.locator('tr:focus, h2:focus');
  await expect(place).toHaveCount(1);
  await expect(place).not.toContainText(name);
});

test('a text stays open with its caret after saving, and after restoring the default', async ({ page }) => {
  await openPage(page, 'texts');
  try {
    const edit = page.getByRole('button', { name: /^Edit Privacy/ });
    await pressAt(page, edit);
    const field = page.getByLabel('Text', { exact: true });
    await expect(page.getByRole('heading', { level: 2, name: /^Privacy/ })).toBeFocused();
    await tabTo(page, field);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('Read this. ');
    const opened = await field.elementHandle();
    const save = button(page, 'Save');
    await pressAt(page, save);
    await expect(page.getByText(/saved\. The page is up to date\./)).toBeVisible();
    await expect(save).toBeFocused();
    expect(await opened?.evaluate((one) => one.isConnected)).toBe(true);
    await tabTo(page, field, 'Shift+Tab');
    expect(await field.evaluate((one) => (one as HTMLTextAreaElement).selectionStart)).toBe('Read this. '.length);

    const reset = button(page, 'Restore default');
    await pressAt(page, reset);
    const question = page.getByRole('dialog', { name: /^Restore the default text/ });
    await pressAt(page, button(question, 'Restore'));
    await expect(question).toBeHidden();
    await expect(field).not.toHaveValue(/^Read this\./);
    await expect(reset).toBeFocused();
    await expect(reset).toHaveAttribute('aria-disabled', 'true');
    await pressAt(page, button(page, 'All texts'), 'Shift+Tab');
    await expect(edit).toBeFocused();
  } finally {
    await page.request.delete('/api/admin/texts/privacy', { headers: { origin: new URL(page.url()).origin } });
  }
});

test('starting two-factor setup in the profile and cancelling it returns focus to the checkbox', async ({ page }) => {
  await openPage(page, 'profile');
  const wish = page.getByLabel('Two-factor');
  await tabTo(page, page.getByLabel('Current password'));
  await page.keyboard.insertText(PASSWORD);
  await tabTo(page, wish);
  await page.keyboard.press('Space');
  await pressAt(page, button(page, 'Save profile'));
  await expect(page.getByLabel('Authenticator code')).toBeFocused();
  await pressAt(page, button(page, 'Cancel'));
  await expect(page.getByLabel('Authenticator code')).toHaveCount(0);
  await expect(wish).toBeFocused();
});

test('two-factor is set up, its recovery codes renewed, and turned off', async ({ page, context, watch }) => {
  watch.allow(/status of 40[13]/);
  const person = await registerByCall(context.request);
  await page.goto('/settings');
  const part = block(page, 'Two-factor');
  const code = part.getByRole('textbox');
  const codes = part.getByRole('list', { name: 'Recovery codes' });
  const begin = button(part, 'Set up two-factor');
  // Confirms the action if the page asks for confirmation. Afterwards, focus must be back where it was.
  const confirm = async () => {
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await expect(dialog.or(code).or(codes).or(begin).first()).toBeVisible();
    if (!(await dialog.isVisible())) return;
    await tabTo(page, dialog.getByLabel('Password'));
    await page.keyboard.insertText(person.password);
    await page.keyboard.press('Enter');
  };
  await pressAt(page, begin);
  await confirm();
  await expect(code).toBeFocused();
  await pressAt(page, button(part, 'Cancel'));
  await expect(begin).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  const link = await part.getByRole('link', { name: /Open the app/ }).getAttribute('href');
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(link ?? '').searchParams.get('secret') ?? '') });
  // Each code works only once. The server also accepts the one of the next time step, and then a recovery code.
  const now = Date.now();
  const answer = await holdCalls(page, '**/api/auth/security', 'GET');
  await page.keyboard.insertText(totp.generate({ timestamp: now }));
  await page.keyboard.press('Enter');
  await expect(codes).toBeFocused();
  await pressAt(page, button(part, 'I have saved them'));
  // As long as the page doesn't know that two-factor login is on, continuing would offer to set it up again.
  await expect(button(part, 'I have saved them')).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(button(part, 'New recovery codes')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await page.keyboard.insertText(totp.generate({ timestamp: Math.max(now + 30_000, Date.now()) }));
  await page.keyboard.press('Enter');
  await expect(codes).toBeFocused();
  const [recovery = ''] = await codes.getByRole('listitem').allTextContents();
  await pressAt(page, button(part, 'I have saved them'));
  await pressAt(page, button(part, 'Turn off'));
  await expect(code).toBeFocused();
  await page.keyboard.insertText(recovery.trim());
  await page.keyboard.press('Enter');
  await expect(begin).toBeFocused();
});
