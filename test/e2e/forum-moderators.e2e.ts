// An admin makes a member a moderator of a category, who removes, restores, moves and merges threads there.
import { signInByCall } from '#test/harness/sign-in.ts';
import { beginThread, composerOf, idIn, lastPlace } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';

test('a moderator decides on a report about a post of their category', async ({ page, browser, watch }) => {
  watch.allow(/status of 403/);
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const { account } = await registerByCall(page.request);
  const writer = await browser.newContext();
  const author = await registerByCall(writer.request);
  const title = `Reported ${crypto.randomUUID().slice(0, 8)}`;
  const path = await beginThread(writer.request, title, 'Not a nice thing to say.');
  await page.goto('/community/reports');
  await expect(page.getByRole('heading', { name: 'Only for moderators' })).toBeVisible();
  const managed = (await (await admin.request.get('/api/admin/forum')).json()) as { id: string; slug: string }[];
  const category = managed.find(({ slug }) => path.startsWith(`/community/${slug}/`));
  const role = `/api/admin/forum/categories/${category?.id}/moderators`;
  expect((await admin.request.post(role, { data: { username: account.username } })).status()).toBe(201);
  const about = { address: path, reason: 'abuse', details: 'This is rude.', goodFaith: true };
  expect((await admin.request.post('/api/reports', { data: about })).status()).toBe(202);

  await page.goto('/community');
  await page.getByRole('link', { name: 'Review reports' }).click();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('This is rude.');
  await row.getByRole('button', { name: /^Review report/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Please be kind.');
  await dialog.getByRole('button', { name: 'Remove thread now' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  await mailTo(author.email, /Please be kind\./);
  expect((await page.request.get(path)).status()).toBe(404);
  expect((await admin.request.delete(`${role}/${account.id}`)).status()).toBe(200);
  await writer.close();
  await admin.close();
});

test('a moderator restores, moves and merges threads in the category that an admin gave them', async ({
  page,
  browser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const { account } = await registerByCall(page.request);
  const writer = await browser.newContext();
  const author = await registerByCall(writer.request);
  const { category } = await lastPlace(writer.request);
  const path = await beginThread(writer.request, `Grain ${mark}`, 'How much grain is too much?');
  const other = await beginThread(writer.request, `Grain again ${mark}`, 'Asked a second time.');
  const reply = await page.request.post('/api/forum/posts', {
    data: { threadId: idIn(path), content: 'As little as you see.' },
  });
  expect(reply.status()).toBe(201);
  const acts = page.getByRole('group', { name: 'Moderation' });
  await page.goto(path);
  await expect(composerOf(page)).toBeVisible();
  await expect(acts).toBeHidden();

  const office = await admin.newPage();
  await office.goto('/admin/settings/groups');
  const section = office
    .getByRole('list', { name: 'Forum categories' })
    .locator('> li')
    .filter({ has: office.getByRole('button', { name: 'Add moderator to Helix', exact: true }) });
  await section.getByRole('button', { name: /^Add moderator to/ }).click();
  const form = office.getByRole('dialog');
  await form.getByLabel('Username').fill('nobody-has-this-name');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This user does not exist.')).toBeVisible();
  await form.getByLabel('Username').fill(account.username);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(section.getByText(account.username)).toBeVisible();

  await page.goto('/community');
  await expect(page.getByText(new RegExp(`^Moderators?: .*${account.username}`))).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('article').nth(1).getByText('Moderator', { exact: true })).toBeVisible();
  await acts.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Off topic.');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page).toHaveURL(path.replace(`/${idIn(path)}`, ''));
  await mailTo(author.email, /Your thread was removed[\s\S]*Reason: Off topic\./);

  await page.getByRole('button', { name: 'Removed threads' }).click();
  await page.getByRole('button', { name: `Restore Grain ${mark}` }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It was fine.');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(`'Grain ${mark}' is back.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: `Grain ${mark}`, exact: true })).toBeVisible();

  await page.goto(path);
  await acts.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.getByLabel('Reason').fill('It is news.');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/community/${category.slug}/(?!feedback)[a-z-]+/${idIn(path)}$`));
  const moved = new URL(page.url()).pathname;
  const old = await page.request.get(path, { maxRedirects: 0 });
  expect([old.status(), old.headers().location]).toEqual([301, moved]);

  await page.goto(other);
  await acts.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByLabel('Reason').fill('Asked twice.');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog.getByText('Paste the link of a thread in this forum.')).toBeVisible();
  await dialog.getByLabel('Link to the other thread').fill(page.url().replace(other, moved));
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page).toHaveURL(moved);
  await expect(page.getByRole('article').filter({ hasText: 'Asked a second time.' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.goto(other);
  await expect(page).toHaveURL(moved);

  await section.getByRole('button', { name: new RegExp(`^Remove ${account.username} as a moderator`) }).click();
  await expect(section.getByText(account.username, { exact: true })).toBeHidden();
  await page.reload();
  await expect(composerOf(page)).toBeVisible();
  await expect(acts).toBeHidden();
  await writer.close();
  await admin.close();
});
