// Uses the site with the keyboard only, and checks the theme that a visitor selected (product.md SH-1, SH-6).

import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test, untilTakenOver } from './journey.ts';
import { expectFocusRing } from './journey-steps.ts';

test('the skip link comes first, then logo, links, search, palette, login and register, each with a focus ring', async ({
  page,
}) => {
  await page.goto('/resources');
  await untilTakenOver(page);
  const banner = page.getByRole('banner');
  const order = [
    page.getByRole('link', { name: 'Skip to content' }),
    banner.getByRole('link', { name: 'Helix' }),
    ...['Elements', 'Community', 'Request', 'Premium', 'Wiki'].map((name) =>
      banner.getByRole('link', { name, exact: true }),
    ),
    banner.getByRole('searchbox'),
    banner.getByRole('button', { name: 'Ctrl K, search and commands' }),
    banner.getByRole('link', { name: 'Login' }),
    banner.getByRole('button', { name: 'Register' }),
    // Another journey announces something for a moment.
    ...(await page.getByRole('complementary', { name: 'Announcement' }).locator('a, button').all()),
    page.getByRole('main').getByRole('searchbox'),
  ];
  for (const [index, part] of order.entries()) {
    await page.keyboard.press('Tab');
    await expect(part).toBeFocused();
    await expect(part).toBeInViewport();
    // Search boxes draw the focus ring around the input and its buttons instead.
    if (!(await part.evaluate((one) => one instanceof HTMLInputElement))) await expectFocusRing(page);
    if (index === 0) await expect(page.getByRole('link', { name: 'Skip to content' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
});

test('opening a page moves focus to its heading and sets the title', async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.getByRole('banner').getByRole('link', { name: 'Elements', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Editing Assets' })).toBeFocused();
  await expect(page).toHaveTitle(/^Editing Assets/);
  await page.getByRole('main').getByRole('article').getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/resources\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the profile menu can be opened, navigated and closed by keyboard', async ({ page }) => {
  await signInByCall(page.request, 'member');
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const button = page.getByRole('banner').getByRole('button', { name: /member-demo/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Resources' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/resources');
});

test('the mobile menu opens, closes with Escape and on leaving, and its links work', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const opener = page.getByRole('banner').locator('summary');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await opener.press('Enter');
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link', { name: '3D' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Elements', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: '3D' }).press('Enter');
  await expect(page).toHaveURL('/resources?category=3d');
  await expect(menu).toBeHidden();
});

test('the chosen theme is in the HTML sent by the server', async ({ page }) => {
  await page.goto('/resources');
  await page.waitForLoadState('networkidle');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.getByRole('radio', { name: 'Dark' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(html).toHaveAttribute('data-theme', 'light');
  const light = await ground();
  expect(light).not.toBe(dark);
  const answer = await page.reload();
  expect(await answer?.text()).toContain('<html lang="en" data-theme="light">');
  await expect.poll(ground).toBe(light);
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();

  await page.getByTitle('System').click();
  await expect(html).toHaveAttribute('data-theme', 'system');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe(light);
});

test('nothing moves for people who prefer reduced motion', async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === Infinity)
      .map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(moving).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const strip of ['scrolling tags', 'leaker carousel']) {
    await page.getByRole('button', { name: `Pause the ${strip}` }).click();
    await expect(
      page.getByRole('button', { name: new RegExp(`(play|run|resume|start|pause).*${strip}`, 'i') }),
    ).toBeVisible();
  }
});
