// The wiki (specification, section 2; product.md WI-1): navigation, questions, search and URLs.
import type { Page } from '@playwright/test';
import { expect, test, untilTakenOver } from './journey.ts';

const sidebar = (page: Page) => page.locator('.wiki-sidebar');
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: false });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the wiki' });

const sections = [
  'Getting started',
  'Downloading resources',
  'Premium subscription',
  'Requesting resources',
  'Troubleshooting',
  'FAQ',
];

test('the sidebar links to each section and marks the current one', async ({ page }) => {
  await page.goto('/wiki');
  await expect(sidebar(page).locator('.wiki-nav-section')).toHaveText(sections);
  await expect(page.locator('.wiki-dropdown')).toBeHidden();
  for (const name of sections) {
    await sidebar(page).getByRole('link', { name, exact: true }).click();
    await expect(page.locator('section').getByRole('heading', { level: 2, name })).toBeInViewport();
    await expect(sidebar(page).locator('.wiki-nav-section[aria-current]')).toHaveText(name);
  }
  await expect(page).toHaveURL('/wiki#faq');
  await sidebar(page).getByRole('link', { name: 'Troubleshooting' }).click();
  await sidebar(page).getByRole('link', { name: 'Corrupt ZIP' }).click();
  await expect(heading(page, 'Corrupt ZIP')).toBeInViewport();
  await expect(sidebar(page).locator('[aria-current=location]')).toHaveText('Corrupt ZIP');
  await page.goBack();
  await expect(page).toHaveURL('/wiki#troubleshooting');
});

test('the linked heading is marked, even if another follows shortly below it', async ({ page }) => {
  await page.goto('/wiki');
  const parts = sidebar(page).locator('.wiki-nav-parts[data-on] a');
  for (const name of ['Getting started', 'Downloading resources', 'Troubleshooting']) {
    await sidebar(page).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport();
    await expect(sidebar(page).locator('.wiki-nav-section[aria-current]')).toHaveText(name);
    // The link points to the section itself, so none of its parts is marked as current.
    await expect(sidebar(page).locator('[aria-current=location]')).toHaveCount(0);
    const last = (await parts.count()) - 2;
    for (const index of [0, 1, last]) {
      await parts.nth(index).click();
      await expect(sidebar(page).locator('[aria-current=location]')).toHaveText(
        (await parts.nth(index).textContent()) ?? '',
      );
    }
  }
});

test('previous and next lead from section to section', async ({ page }) => {
  await page.goto('/wiki');
  await expect(page.getByRole('link', { name: /^Previous:/ })).toHaveCount(sections.length - 1);
  const section = (name: string) => page.getByRole('region', { name });
  for (const [index, name] of sections.slice(0, -1).entries()) {
    await section(name)
      .getByRole('link', { name: `Next: ${sections[index + 1]}` })
      .click();
    await expect(section(sections[index + 1] ?? '').getByRole('heading', { level: 2 })).toBeInViewport();
  }
  await section('FAQ').getByRole('link', { name: 'Previous: Troubleshooting' }).click();
  await expect(page).toHaveURL('/wiki#troubleshooting');
});

test('scrolling is smooth, except for people who prefer reduced motion', async ({ page }) => {
  await page.goto('/wiki');
  await untilTakenOver(page);
  const asked = () =>
    page.evaluate(() => {
      const asks: unknown[] = [];
      Element.prototype.scrollIntoView = function ask(how) {
        asks.push(how);
      };
      document.querySelector<HTMLElement>('.wiki-sidebar a[href="/wiki#faq"]')?.click();
      return asks;
    });
  expect(await asked()).toEqual([{ behavior: 'auto', block: 'start' }]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await asked()).toEqual([{ behavior: 'smooth', block: 'start' }]);
});

test('questions open and close, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/wiki');
  await untilTakenOver(page);
  const answer = page.getByText('Your old name redirects to your profile');
  await expect(answer).toBeHidden();
  await page.getByText('Can I change my username?').last().click();
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
  await page.keyboard.press('Space');
  await expect(answer).toBeVisible();
});

test('an address scrolls to its heading, and opens the question', async ({ page }) => {
  await page.goto('/wiki#troubleshooting-premium-not-working');
  await expect(heading(page, 'Premium not working')).toBeInViewport();
  await page.goto('/wiki#faq-how-do-i-become-a-leaker');
  await expect(page.getByText('An admin reviews your application')).toBeInViewport();
  // This also works from another page of the site.
  await page.goto('/faq');
  await page.getByRole('main').getByRole('link', { name: 'wiki' }).first().click();
  await expect(page).toHaveURL('/wiki#troubleshooting');
  await expect(heading(page, 'Troubleshooting')).toBeInViewport();
});

test('the address of a heading can be copied', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/wiki');
  await untilTakenOver(page);
  const link = page.getByRole('link', { name: 'Link to "Corrupt ZIP"' });
  await expect(link).toHaveCSS('opacity', '0');
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/wiki#troubleshooting-corrupt-zip');
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/wiki#troubleshooting-corrupt-zip`);
});

test('a search finds, highlights, links to the place, and can be empty', async ({ page }) => {
  await page.goto('/wiki');
  await search(page).fill('Corrupt zip');
  await expect(page).toHaveURL('/wiki?search=Corrupt+zip');
  await expect(page.getByRole('status').filter({ hasText: 'for "Corrupt zip"' })).toBeVisible();
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/zip|corrupt/i);
  await page.getByRole('heading', { level: 2, name: 'Corrupt ZIP' }).getByRole('link').click();
  await expect(page).toHaveURL('/wiki#troubleshooting-corrupt-zip');
  await expect(page.getByRole('heading', { level: 3, name: 'Corrupt ZIP' })).toBeInViewport();
  await expect(search(page)).toHaveValue('');
  await search(page).fill('zoetrope');
  await expect(page.getByRole('heading', { name: 'Nothing found in the wiki' })).toBeVisible();
  await page.getByRole('link', { name: 'Show the whole wiki' }).click();
  await expect(page).toHaveURL('/wiki');
  await expect(heading(page, 'Getting started')).toBeVisible();
  await expect(search(page)).toHaveValue('');
});

test('links in the texts open without reloading the site', async ({ page }) => {
  await page.goto('/wiki');
  await untilTakenOver(page);
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  await page.getByRole('main').getByRole('link', { name: 'Elements', exact: true }).click();
  await expect(page).toHaveURL('/resources');
  await expect(page.locator('body[data-same]')).toBeAttached();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a dropdown replaces the sidebar', async ({ page }) => {
    await page.goto('/wiki');
    await expect(sidebar(page)).toBeHidden();
    const dropdown = page.locator('.wiki-dropdown');
    await expect(dropdown.locator('summary')).toHaveText(/Section: Getting started/);
    await dropdown.locator('summary').click();
    await dropdown.getByRole('link', { name: 'Troubleshooting', exact: true }).click();
    await expect(heading(page, 'Troubleshooting').first()).toBeInViewport();
    await expect(dropdown.getByRole('link').first()).toBeHidden();
    // The dropdown stays in view and shows the current section.
    await expect(dropdown.locator('summary')).toBeInViewport();
    await expect(dropdown.locator('summary')).toHaveText(/Section: Troubleshooting/);
    await dropdown.locator('summary').click();
    await page.keyboard.press('Escape');
    await expect(dropdown.getByRole('link').first()).toBeHidden();
    await expect(dropdown.locator('summary')).toBeFocused();
  });
});

test('in print everything is shown, including the answers, dark on white', async ({ page }) => {
  await page.goto('/wiki');
  await untilTakenOver(page);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Your old name redirects to your profile')).toBeVisible();
  for (const part of [page.getByRole('banner'), sidebar(page), search(page), page.getByRole('contentinfo')])
    await expect(part).toBeHidden();
  await expect(page.getByRole('main')).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the wiki can be read, folded and searched', async ({ page }) => {
    await page.goto('/wiki');
    await sidebar(page).getByRole('link', { name: 'Corrupt ZIP' }).click();
    await expect(page).toHaveURL('/wiki#troubleshooting-corrupt-zip');
    await expect(heading(page, 'Corrupt ZIP')).toBeInViewport();
    await page.getByText('Can I change my username?').last().click();
    await expect(page.getByText('Your old name redirects to your profile')).toBeVisible();
    await search(page).fill('antivirus');
    await search(page).press('Enter');
    await expect(page).toHaveURL('/wiki?search=antivirus');
    await expect(page.getByRole('main').locator('mark')).toHaveText('antivirus');
    await page.getByRole('heading', { level: 2 }).getByRole('link').first().click();
    await expect(page).toHaveURL('/wiki#troubleshooting-corrupt-zip');
  });
});
