// Reporting a resource, as a visitor without an account and as a member (product.md SH-8).
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';

/** Index of a resource that other journeys don't use. */
const PLACE = 12;

test('a visitor reports a resource and gets a report number', async ({ page }) => {
  const { card } = await freeResourceAt(page.request, PLACE);
  await page.goto(resourcePath(card.id));
  await page.getByRole('link', { name: 'Report this resource' }).click();
  await expect(page).toHaveURL(`/report?about=${encodeURIComponent(resourcePath(card.id))}`);
  await expect(page.getByLabel('What are you reporting?')).toHaveValue(new RegExp(`${resourcePath(card.id)}$`));
  await page.getByLabel('Reason').selectOption('licence');
  await page.getByLabel('Details').fill('The licence on the page is not that of the file.');
  const email = `r${crypto.randomUUID().slice(0, 12)}@outside.example`;
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('checkbox', { name: /good faith/ }).check();
  await page.getByRole('button', { name: 'Send report' }).click();
  const heading = page.getByRole('heading', { name: /^We received your report \(no\. \d+\)$/ });
  await expect(heading).toBeFocused();
  const number = /\d+/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByText(`We sent a confirmation to ${email}`)).toBeVisible();
  expect(await mailTo(email, /Subject: We received your report/)).toContain(`no. ${number}`);
});

test('missing answers are marked at their fields, and nothing typed is lost', async ({ page, watch }) => {
  watch.allow(/status of 400/);
  await page.goto('/report');
  await page.getByLabel('Details').fill('Some words.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByLabel('What are you reporting?')).toBeFocused();
  await expect(page.getByText('Tell us what this is about.')).toBeVisible();
  await expect(page.getByText('Choose a reason.')).toBeVisible();
  await expect(page.getByText('Please confirm this.')).toBeVisible();
  await expect(page.getByLabel('Details')).toHaveValue('Some words.');
  await page.getByLabel('What are you reporting?').fill('/resources');
  await page.getByLabel('Reason').selectOption('other');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await expect(page.getByLabel('Your email')).toBeFocused();
});

test('a member gets replies at the email of the account', async ({ page }) => {
  const { email } = await registerByCall(page.request);
  await page.goto('/report?about=https://elsewhere.example');
  await expect(page.getByLabel('What are you reporting?')).toHaveValue('');
  await expect(page.getByLabel('Your email')).toHaveValue(email);
  await expect(page.getByLabel('Your email')).not.toBeEditable();
  await page.getByLabel('What are you reporting?').fill('/resources');
  await page.getByLabel('Reason').selectOption('other');
  await page.getByLabel('Details').fill('Nothing in particular.');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: /^We received your report/ })).toBeVisible();
});

test('the footer links to the texts, and their headings can be linked to', async ({ page }) => {
  await page.goto('/');
  for (const [link, title] of [
    ['Terms', 'Terms of use'],
    ['Privacy', 'Privacy'],
    ['FAQ', 'Questions and answers'],
    ['Report a problem', 'Report a problem'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.goto('/faq#text-premium');
  await expect(page.getByRole('heading', { level: 2, name: 'Premium' })).toBeInViewport();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('texts are complete, and the form says that it needs scripts', async ({ page }) => {
    await page.goto('/terms');
    await expect(page.getByRole('heading', { level: 2, name: 'Reports and removal' })).toBeVisible();
    await page.goto('/report');
    // Playwright's text locators ignore <noscript>.
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText(
      'This form needs JavaScript, which is turned off in your browser.',
    );
    await expect(page.getByRole('button', { name: 'Send report' })).toBeDisabled();
  });
});
