// An admin pins, locks and removes threads while a member watches live, and rearranges the forum.
import type { Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { beginThread, composerOf, idIn } from './forum-writing-steps.ts';
import { expect, test, watchPage } from './journey.ts';
import { untilPageHas } from './journey-steps.ts';
import { mailTo, registerByCall } from './people.ts';

const title = (): string => `Grain ${crypto.randomUUID().slice(0, 8)}`;

const liveMark = (page: Page) => page.getByText('updates as people post');

test('what an admin pins, locks and removes shows immediately for a member', async ({ page, browser }) => {
  const name = title();
  const context = await browser.newContext();
  const author = await registerByCall(context.request);
  const path = await beginThread(context.request, name, 'How much grain is too much?');
  const reply = await context.request.post('/api/forum/posts', {
    data: { threadId: idIn(path), content: 'Buy cheap grain at my shop' },
  });
  expect(reply.status()).toBe(201);
  const member = await context.newPage();
  const memberWatch = await watchPage(member);
  await member.goto(path);
  await expect(liveMark(member)).toBeVisible();
  await expect(composerOf(member)).toBeVisible();
  await expect(member.getByRole('group', { name: 'Moderation' })).toBeHidden();

  await signInByCall(page.request, 'admin');
  await page.goto(path);
  const acts = page.getByRole('group', { name: 'Moderation' });
  await acts.getByRole('button', { name: 'Pin' }).click();
  await acts.getByRole('button', { name: 'Lock' }).click();
  const locking = page.getByRole('dialog', { name: 'Lock this thread?' });
  await locking.getByLabel('Reason').fill('Answered.');
  await locking.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(locking).toBeHidden();
  for (const each of [page, member]) {
    await expect(each.getByRole('main').getByText('Pinned', { exact: true })).toBeVisible();
    await expect(each.getByRole('main').getByText('Locked', { exact: true })).toBeVisible();
    await expect(each.getByText('This thread is locked. You can still read it.')).toBeVisible();
    await expect(composerOf(each)).toBeHidden();
  }
  await mailTo(author.email, /Your thread was locked[\s\S]*Reason: Answered\./);
  await acts.getByRole('button', { name: 'Unpin' }).click();
  await acts.getByRole('button', { name: 'Unlock' }).click();
  await expect(member.getByText('Locked', { exact: true })).toBeHidden();
  await expect(member.getByText('Pinned', { exact: true })).toBeHidden();
  await expect(composerOf(member)).toBeVisible();

  await page.getByRole('button', { name: `Remove post 2 by ${author.account.username}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this post?' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog.getByText('Enter a reason for the author.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Advertising.');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toBeHidden();
  for (const each of [page, member]) {
    await expect(each.getByText('This post was removed by a moderator. Reason: Advertising.')).toBeVisible();
    await expect(each.getByText('Buy cheap grain')).toBeHidden();
  }
  await mailTo(author.email, /Your post was removed[\s\S]*Reason: Advertising\./);

  await acts.getByRole('button', { name: 'Remove', exact: true }).click();
  const whole = page.getByRole('dialog', { name: 'Remove this thread?' });
  await whole.getByLabel('Reason').fill('Off topic.');
  await whole.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(whole).toBeHidden();
  await expect(member.getByText('This thread was removed.')).toBeVisible();
  expect((await member.request.get(path)).status()).toBe(404);
  expect(memberWatch.complaints()).toEqual([]);
  await context.close();
});

test('a category is added, filled, moved by keyboard, renamed and archived', async ({ page, browser, watch }) => {
  watch.allow(/status of 409/);
  const name = title();
  const slug = name.toLowerCase().replace(' ', '-');
  await signInByCall(page.request, 'admin');
  await page.goto('/admin/settings/groups');
  await page.getByRole('button', { name: 'Add forum category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await expect(dialog.getByLabel('URL slug')).toHaveValue(slug);
  await dialog.getByLabel('URL slug').fill('Not This');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Use lowercase letters, numbers and hyphens.')).toBeVisible();
  await dialog.getByLabel('URL slug').fill('post-production');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A category with this slug already exists.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await dialog.getByLabel('URL slug').fill(slug);
  await dialog.getByRole('radio', { name: 'Music' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: `Add subcategory to ${name}` }).click();
  await dialog.getByLabel('Name').fill(`${name} stock`);
  await dialog.getByLabel('Description').fill('Scans of real film.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const inside = page.getByRole('list', { name: `Subcategories of ${name}` });
  await expect(inside).toContainText('0 threads, 0 posts');

  const up = page.getByRole('button', { name: `Move ${name} up` });
  const order = page.waitForResponse((response) => response.url().endsWith('/api/admin/forum/order'));
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(`${name} is `)).toBeAttached();
  await expect(up).toBeFocused();
  expect((await order).status()).toBe(200);

  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await dialog.getByLabel('Name').fill(`${name} & noise`);
  await expect(dialog.getByLabel('URL slug')).toHaveValue(slug);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const visitor = await (await browser.newContext()).newPage();
  const heading = visitor.getByRole('heading', { name: `${name} & noise` });
  await untilPageHas(visitor.request, '/community', `${name} &amp; noise`);
  await visitor.goto('/community');
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: `Archive ${name} & noise` }).click();
  await expect(page.getByText(`'${name} & noise' is archived. It can still be read.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Restore ${name} & noise` })).toBeVisible();
  await untilPageHas(visitor.request, '/community', `${name} &amp; noise`, false);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(heading).toBeHidden();
  await visitor.goto(`/community/${slug}/${slug}-stock`);
  await expect(visitor.getByRole('heading', { name: `${name} stock` })).toBeVisible();
  await visitor.context().close();
});
