// Counting chat members, and registering the command (product.md CH-1, CH-2).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { countMembers, registerCommands } from './jobs.ts';

const MINUTE = 60_000;

let fakes: ProviderFakes;
let test: TestApp;

beforeAll(async () => {
  fakes = await startProviderFakes();
});

afterAll(() => fakes.stop());

/** Starts a site with its own database, so that nothing has been counted yet. */
const start = async (changes: Record<string, string | undefined> = {}) => {
  const env = Object.entries({ ...fakes.env, ...changes }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  test = await startTestApp({ env: Object.fromEntries(env) });
};

const withoutBot = {
  DISCORD_BOT_TOKEN: undefined,
  DISCORD_GUILD_ID: undefined,
  DISCORD_PREMIUM_ROLE_ID: undefined,
};
const helpers = () => ({ log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: true });
const count = () => countMembers.run({}, test.deps, helpers());
const stored = () => test.db.selectFrom('chat_counts').select(['guild', 'members', 'online']).execute();
const asked = () => fakes.discord.calls.length;

/** The count on the home page, bypassing the one-minute cache. */
const shown = async (): Promise<number | null> => {
  await test.deps.db.transaction().execute((trx) => test.deps.bus.publish(trx, 'resources', 'x'));
  let members: number | null = null;
  await expect
    .poll(async () => {
      members = (await test.call({ method: 'GET', url: '/api/stats' })).json().discordMembers;
      return members;
    })
    .toBe((await stored())[0]?.members ?? null);
  return members;
};

const setInvite = async (chatInviteUrl: string | null): Promise<void> => {
  const { db, settings, now } = test.deps;
  await db
    .transaction()
    .execute((trx) => settings.put(trx, { chatInviteUrl }, { id: null, name: 'test', address: null, at: now() }));
  settings.forget();
};

beforeEach(() => {
  fakes.discord.calls.length = 0;
});

describe('the chat member count', () => {
  it('is fetched by the bot every ten minutes, and immediately if it is unknown', async () => {
    await start();
    expect(await shown()).toBeNull();
    await count();
    await count();
    expect(asked()).toBe(1);
    expect(await shown()).toBe(240);
    fakes.discord.guild.members.set('1', new Set());
    test.moveClock(9 * MINUTE);
    await count();
    expect(asked()).toBe(1);
    test.moveClock(MINUTE);
    await count();
    expect(asked()).toBe(2);
    expect(await shown()).toBe(241);
    fakes.discord.guild.members.clear();
    await test.stop();
  });

  it('keeps its last value when Discord fails, and is fetched again a minute later', async () => {
    await start();
    await count();
    test.moveClock(10 * MINUTE);
    for (const trouble of ['error', 'nonsense', 'no-json'] as const) {
      fakes.discord.misbehave(trouble);
      await expect(count()).rejects.toThrow();
    }
    fakes.discord.guild.throttle({ retryAfter: 0.1 });
    await count();
    expect(await shown()).toBe(240);
    await expect
      .poll(async () => {
        await count();
        return asked();
      })
      .toBe(6);
    await test.stop();
  });

  it('is fetched through the invite if there is no bot, but only for a Discord invite', async () => {
    await start(withoutBot);
    await count();
    await setInvite('https://chat.example/invite/helix-chat');
    await count();
    expect(asked()).toBe(0);
    await setInvite('https://discord.gg/helix-chat');
    await count();
    expect(await stored()).toEqual([{ guild: 'invite helix-chat', members: 240, online: 24 }]);
    expect(await shown()).toBe(240);
    await setInvite(null);
    await test.deps.db.transaction().execute((trx) => test.deps.bus.publish(trx, 'resources', 'x'));
    await expect
      .poll(async () => (await test.call({ method: 'GET', url: '/api/stats' })).json().discordMembers)
      .toBeNull();
    await test.stop();
  });

  it('is never fetched if Discord is not configured', async () => {
    await start({ ...withoutBot, DISCORD_CLIENT_ID: undefined, DISCORD_CLIENT_SECRET: undefined });
    await setInvite('https://discord.gg/helix-chat');
    await count();
    expect(await stored()).toEqual([]);
    expect(test.deps.countByInvite).toBeNull();
    await test.stop();
  });
});

describe('the command', () => {
  const register = () => registerCommands.run({}, test.deps, helpers());

  it('is registered idempotently, and only where the site can receive its interactions', async () => {
    await start();
    await register();
    await register();
    expect([...fakes.discord.guild.commands.keys()]).toEqual(['bypass']);
    await test.stop();
    fakes.discord.guild.commands.clear();
    await start({ DISCORD_PUBLIC_KEY: undefined });
    await register();
    expect(fakes.discord.guild.commands.size).toBe(0);
    await test.stop();
  });

  it('is registered later if Discord asks to wait', async () => {
    await start();
    fakes.discord.guild.throttle({ retryAfter: 60 });
    await register();
    const { rows } = await test.deps.pool.query(
      `select key, run_at > now() + interval '50 seconds' as waits from graphile_worker.jobs where key = 'chat commands'`,
    );
    expect(rows).toEqual([{ key: 'chat commands', waits: true }]);
    await test.stop();
  });
});
