// Approve All: the preview, the run, and its undo. Only this journey's applicants are shown as pending.
import type { Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { newMember } from './leaker-steps.ts';

const openLeakers = async (page: Page): Promise<void> => {
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name: 'Leakers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leakers' })).toBeVisible();
};

test('an admin approves all, reloads, and undoes it', async ({ page, browser, baseURL }) => {
  const apply = async () => {
    const { request } = await browser.newContext({ baseURL });
    const { account } = await newMember(request);
    expect((await request.post('/api/leaker/apply')).ok()).toBe(true);
    const roleOf = async () => (await (await request.get('/api/auth/me')).json()).role;
    return { name: account.username, roleOf };
  };
  const applicants = [await apply(), await apply()];
  const names = applicants.map(({ name }) => name);
  await page.route(/\/api\/admin\/applications\?.*status=PENDING/, async (route) => {
    const response = await route.fetch();
    const rows: { username: string }[] = await response.json();
    await route.fulfill({ response, json: rows.filter(({ username }) => names.includes(username)) });
  });
  await signInByCall(page.request, 'admin');
  await openLeakers(page);

  await page.getByRole('button', { name: 'Approve All' }).click();
  const window = page.getByRole('dialog', { name: 'Approve All' });
  await expect(window.getByText('Will become leakers: 2 people')).toBeVisible();
  const odd = window.getByRole('list', { name: 'Worth a look first: 2 people' });
  for (const name of names) await expect(odd.getByText(`${name}: account younger than a day`)).toBeVisible();
  await window.getByRole('button', { name: 'Approve 2 people' }).click();
  await expect(window.getByText('2 people approved.')).toBeVisible();
  await window.getByRole('button', { name: 'Close' }).last().click();
  for (const { roleOf } of applicants) expect(await roleOf()).toBe('LEAKER');

  await openLeakers(page);
  await expect(page.getByText('2 leakers approved by admin-demo')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the approval of 2 leakers' }).click();
  await expect(page.getByText('2 approvals were undone.')).toBeVisible();
  await expect(page.getByText('2 leakers approved by admin-demo')).toHaveCount(0);
  for (const { roleOf } of applicants) expect(await roleOf()).toBe('USER');
});
