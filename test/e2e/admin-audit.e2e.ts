// The audit log in the browser (product.md AD-10): finding an entry, reading it, following it to its subject, exporting it.
import { readFileSync } from 'node:fs';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

test('an entry is found with its before and after values, and exported', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { account } = await registerByCall(elsewhere);
  await elsewhere.dispose();
  await signInByCall(context.request, 'admin');
  const given = await context.request.put(`/api/admin/users/${account.id}/premium`, { data: { isPremium: true } });
  expect(given.status(), await given.text()).toBe(200);

  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search people, actions or IDs' }).fill(account.username);
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(1);
  const row = rows.first();
  await expect(row).toContainText(`changed Premium for ${account.username}`);
  await expect(row.getByRole('listitem').filter({ hasText: 'granted' })).toHaveText(
    'granted: false →  changed to true',
  );
  await expect(page.getByText('Showing 1 to 1 of 1', { exact: true })).toBeVisible();

  const asked = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export the audit log as CSV' }).click();
  const file = await asked;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  // Because the export is filtered to one user, it does not contain the entry about the export itself.
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"user.premium","user"');

  await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Changed Premium for' });
  await page.getByRole('combobox', { name: 'Who' }).selectOption('admin-demo');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No matching entries.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await row.getByRole('link', { name: account.username }).click();
  await expect(page).toHaveURL(`/${account.username}`);
});

test('only admins can open the audit log', async ({ page, context, watch }) => {
  watch.allow(/status of 40[13]/);
  await registerByCall(context.request);
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeHidden();
  expect((await context.request.get('/api/admin/audit')).status()).toBe(403);
});
