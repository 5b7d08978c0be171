// An admin sets up announcements on Discord, tested with the fake: a test message, an approved asset, and a deleted webhook.
import type { APIRequestContext } from '@playwright/test';
import { decide, waitForPreviews } from '#test/harness/approval.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { newLeaker, newPicture, newTitle, sendFile } from './leaker-steps.ts';

const WEBHOOKS = `${process.env.FAKES_URL}/discord/webhooks`;

type Webhook = { id: string; url: string };
type Post = { webhook: string; body: { embeds?: { title?: string; description?: string }[] } };

const newWebhook = async (): Promise<Webhook> => (await fetch(WEBHOOKS, { method: 'POST' })).json();

/** Titles and texts that a webhook has posted, without the backslashes that keep Discord from formatting them. */
const postedBy = async ({ id }: Webhook): Promise<string> => {
  const { posts } = (await (await fetch(WEBHOOKS)).json()) as { posts: Post[] };
  const embeds = posts.filter(({ webhook }) => webhook === id).flatMap(({ body }) => body.embeds ?? []);
  return embeds.map(({ title, description }) => `${title}\n${description}`.replaceAll('\\', '')).join('\n');
};

const removeWebhook = (api: APIRequestContext) => api.delete('/api/admin/discord-posts');

test('a new asset is announced in the channel until its webhook is deleted', async ({
  page,
  browser,
  baseURL,
  watch,
}) => {
  test.slow();
  const webhook = await newWebhook();
  await signInByCall(page.request, 'admin');
  const admin = page.request;
  try {
    await page.goto('/admin/settings/extras');
    const section = page.getByRole('region', { name: 'Announcements on Discord' });
    await expect(section.getByText('Off', { exact: true })).toBeVisible();
    await expect(section.getByRole('figure', { name: 'Preview: many assets' })).toContainText('new assets');
    await section.getByLabel('Webhook URL').fill('https://example.com/hook');
    await section.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByText('Enter a webhook URL from Discord')).toBeVisible();
    await section.getByLabel('Webhook URL').fill(webhook.url);
    await section.getByLabel('Announce newly approved assets').check();
    await section.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByText('On', { exact: true })).toBeVisible();
    // The URL is a secret, so only the webhook's id is shown again.
    await expect(section.getByLabel('Webhook URL')).toHaveValue('');
    await expect(section.getByText(`A webhook is saved (ID ${webhook.id})`)).toBeVisible();
    await section.getByRole('button', { name: 'Send a test message' }).click();
    await expect(section.getByText('Test message sent.')).toBeVisible();
    expect(await postedBy(webhook)).toContain('Test message');

    const creator = await browser.newContext({ baseURL: baseURL ?? '' });
    const creatorPage = await creator.newPage();
    const { account } = await newLeaker(creatorPage, admin);
    const sent = { id: crypto.randomUUID(), title: newTitle() };
    await sendFile(creator.request, account.username, sent, await newPicture());
    await waitForPreviews(creator.request, sent.id);
    await decide(admin, sent.id, { status: 'APPROVED' });
    // The job runs every minute.
    await expect.poll(() => postedBy(webhook), { timeout: 100_000 }).toContain(sent.title);
    await decide(admin, sent.id, { status: 'REJECTED' });
    await decide(admin, sent.id, { status: 'APPROVED' });
    await creator.close();

    watch.allow(/status of 409/);
    await fetch(`${WEBHOOKS}/${webhook.id}`, { method: 'DELETE' });
    await section.getByRole('button', { name: 'Send a test message' }).click();
    await expect(section.getByText("Discord doesn't know this webhook any more.")).toBeVisible();
    await page.reload();
    await expect(section.getByText('announcements were turned off')).toBeVisible();
    await expect(section.getByText('Off', { exact: true })).toBeVisible();
    await section.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(section.getByText('copy the webhook URL')).toBeVisible();
    // The second approval announced nothing.
    expect((await postedBy(webhook)).split(sent.title).length).toBe(2);
  } finally {
    await removeWebhook(admin);
  }
});
