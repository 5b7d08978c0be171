// An admin decides on reports and edits one of the site's texts.
import { expect, test } from './journey.ts';
import { untilPageHas } from './journey-steps.ts';
import { logInByCall, mailTo, registerByCall } from './people.ts';

const admin = { email: 'admin@demo.example', password: 'helix-demo-2026' };

test('a report about a profile is decided once, and both sides are notified', async ({ page, browser }) => {
  const site = await browser.newContext();
  const reported = await registerByCall(site.request);
  const email = `r${crypto.randomUUID().slice(0, 12)}@outside.example`;
  const { username } = reported.account;
  const anonymous = await browser.newContext();
  const sent = await anonymous.request.post('/api/reports', {
    data: { address: `/${username}`, reason: 'abuse', details: 'Unkind words.', email, goodFaith: true },
  });
  expect(sent.status(), await sent.text()).toBe(202);
  const { number } = (await sent.json()) as { number: number };
  await logInByCall(page.request, admin);
  await page.goto('/admin/reports');
  await page.getByRole('searchbox', { name: 'Search reports' }).fill(username);
  const row = page.getByRole('row', { name: new RegExp(username) });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: `Review report no. ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Report no. ${number}` });
  await expect(dialog.getByText('Unkind words.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Hide now' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Uphold' }).click();
  await expect(dialog.getByText('Enter a reason. The people involved will read it.')).toBeVisible();
  await dialog.getByLabel('Reason', { exact: true }).fill('Please be kind.');
  await dialog.getByRole('button', { name: 'Uphold' }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Upheld')).toBeVisible();
  for (const to of [email, reported.email]) expect(await mailTo(to, /Reason: Please be kind/)).toContain(`${number}`);
  await row.getByRole('button', { name: `View report no. ${number}` }).click();
  await expect(dialog.getByText('Please be kind.')).toBeVisible();
  await anonymous.close();
  await site.close();
});

test('a text is edited with a preview, guarded against loss, and restored to its default', async ({
  page,
  browser,
}) => {
  await logInByCall(page.request, admin);
  const visitor = await (await browser.newContext()).newPage();
  await page.goto('/admin/settings/texts');
  await page.getByRole('button', { name: 'Edit Questions and answers' }).click();
  const field = page.getByLabel('Text', { exact: true });
  // Other journeys read this page at the same time.
  await expect(field).toHaveValue(/## Downloads/);
  const before = await field.inputValue();
  await field.fill(`${before}\n\n## Asked\n\nIs this [safe](javascript:alert(1))? **Yes** <b>really</b>.`);
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Asked' })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'safe' })).toHaveCount(0);
  await expect(preview.getByText('<b>really</b>')).toBeVisible();
  // Navigating away within the site asks for confirmation; staying keeps the text.
  await page.getByRole('link', { name: 'Audit log' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/admin/settings/texts');
  await expect(field).toHaveValue(/Asked/);
  try {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Restore default' })).toBeEnabled();
    await untilPageHas(visitor.request, '/faq', 'text-asked');
    await visitor.goto('/faq');
    await expect(visitor.getByRole('heading', { name: 'Asked' })).toBeVisible();
    await page.getByRole('button', { name: 'All texts' }).click();
    await expect(page.getByText(/^Changed on .* by /)).toBeVisible();
    await page.getByRole('button', { name: 'Edit Questions and answers' }).click();
    await page.getByRole('button', { name: 'Restore default' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(field).toHaveValue(before);
  } finally {
    // Restore the demo's text even if a step failed.
    await page.request.delete('/api/admin/texts/faq', { headers: { origin: new URL(page.url()).origin } });
  }
  await untilPageHas(visitor.request, '/faq', 'text-asked', false);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Downloads' })).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Asked' })).toHaveCount(0);
});
