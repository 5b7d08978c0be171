// Premium on Discord, tested with the fake: users join by linking their account, keep the role while they have Premium, and use
// the bypass command.
import { resourcePath } from '#contract/paths.ts';
import { demoCards } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const DISCORD = `${process.env.FAKES_URL}/discord`;

type Member = { id: string; username: string; premium: boolean };

const memberCalled = async (username: string): Promise<Member | undefined> => {
  const { members } = (await (await fetch(`${DISCORD}/guild`)).json()) as { members: Member[] };
  return members.find((member) => member.username === username);
};

/** The site's reply to a user's bypass command. */
const bypass = async (user: string, link: string): Promise<string> => {
  const site = test.info().project.use.baseURL ?? '';
  const reply = await fetch(`${DISCORD}/bypass`, { method: 'POST', body: new URLSearchParams({ site, user, link }) });
  const { data } = (await reply.json()) as { data: { content: string } };
  return data.content;
};

test('a member links Discord, gets Premium, and downloads with the bypass command', async ({ page, browser }) => {
  const { account } = await registerByCall(page.request);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Connect Discord' }).click();
  await page.getByLabel('New account').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  const connected = page.getByText(/^Connected as \S+/);
  await expect(connected).toBeVisible();
  const username = (await connected.textContent())?.replace('Connected as ', '') ?? '';
  await expect.poll(() => memberCalled(username), { timeout: 20_000 }).toMatchObject({ premium: false });
  const discordId = (await memberCalled(username))?.id ?? '';

  const [card] = await demoCards(page.request, 'premium');
  const link = new URL(resourcePath(card?.id ?? ''), page.url()).href;
  expect(await bypass(discordId, link)).toContain('This command is for Premium members.');

  const office = await browser.newContext();
  await signInByCall(office.request, 'admin');
  const setPremium = async (isPremium: boolean) => {
    const reply = await office.request.put(`/api/admin/users/${account.id}/premium`, { data: { isPremium } });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  await setPremium(true);
  await expect.poll(() => memberCalled(username), { timeout: 20_000 }).toMatchObject({ premium: true });

  const said = await bypass(discordId, link);
  expect(said).toContain('Here is your direct link');
  const address = said.split('\n').at(-1) ?? '';
  const download = page.waitForEvent('download');
  await page.goto(address).catch(() => {});
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await stranger.goto(address);
  await expect(stranger).toHaveURL(/\/login\?next=%2Fresources%2F/);
  await elsewhere.close();

  await setPremium(false);
  await expect.poll(() => memberCalled(username), { timeout: 20_000 }).toMatchObject({ premium: false });
  await office.close();
});
