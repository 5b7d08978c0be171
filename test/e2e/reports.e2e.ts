// Somebody without an account reports a resource, and members from their account (product.md SH-8).
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';

/** A resource that other journeys do not look at. */
const PLACE = 12;

test('a visitor reports a resource and gets its number', async ({ page }) => {
  const { card } = await freeResourceAt(page.request, PLACE);
  await page.goto(resourcePath(card.id));
  await page.getByRole('link', { name: 'Report this resource' }).click();
  await expect(page).toHaveURL(`/report?about=${encodeURIComponent(resourcePath(card.id))}`);
  await expect(page.getByLabel('What is it about?')).toHaveValue(new RegExp(`${resourcePath(card.id)}$`));
  await page.getByLabel('Reason').selectOption('licence');
  await page.getByLabel('Details').fill('The licence on the page is not that of the file.');
  const email = `r${crypto.randomUUID().slice(0, 12)}@outside.example`;
  await page.getByLabel('Your e-mail').fill(email);
  await page.getByRole('checkbox', { name: /good faith/ }).check();
  await page.getByRole('button', { name: 'Send the report' }).click();
  const heading = page.getByRole('heading', { name: /^Your report has the number \d+$/ });
  await expect(heading).toBeFocused();
  const number = /\d+$/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByText(`We have written it to ${email} too`)).toBeVisible();
  expect(await mailTo(email, /Subject: We have your report/)).toContain(`no. ${number}`);
});

test('what is missing is said at its field, and nothing that was typed is lost', async ({ page, watch }) => {
  watch.allow(/status of 400/);
  await page.goto('/report');
  await page.getByLabel('Details').fill('Some words.');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByLabel('What is it about?')).toBeFocused();
  await expect(page.getByText('Tell us what it is about.')).toBeVisible();
  await expect(page.getByText('Choose a reason.')).toBeVisible();
  await expect(page.getByText('Please confirm this.')).toBeVisible();
  await expect(page.getByLabel('Details')).toHaveValue('Some words.');
  await page.getByLabel('What is it about?').fill('/resources');
  await page.getByLabel('Reason').selectOption('other');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible();
  await expect(page.getByLabel('Your e-mail')).toBeFocused();
});

test('a member is answered at the address of the account', async ({ page }) => {
  const { email } = await registerByCall(page.request);
  await page.goto('/report?about=https://elsewhere.example');
  await expect(page.getByLabel('What is it about?')).toHaveValue('');
  await expect(page.getByLabel('Your e-mail')).toHaveValue(email);
  await expect(page.getByLabel('Your e-mail')).not.toBeEditable();
  await page.getByLabel('What is it about?').fill('/resources');
  await page.getByLabel('Reason').selectOption('other');
  await page.getByLabel('Details').fill('Nothing in particular.');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByRole('heading', { name: /^Your report has the number/ })).toBeVisible();
});

test('the footer leads to the texts, whose headings can be linked to', async ({ page }) => {
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

  test('texts read completely, and the form says what it needs', async ({ page }) => {
    await page.goto('/terms');
    await expect(page.getByRole('heading', { level: 2, name: 'Reports and removal' })).toBeVisible();
    await page.goto('/report');
    // Words in this element are nothing to the functions that look for text.
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText(
      'This form is sent by JavaScript, which is turned off here.',
    );
    await expect(page.getByRole('button', { name: 'Send the report' })).toBeDisabled();
  });
});
