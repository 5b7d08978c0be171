// Tests adding users to the guild and updating their Premium role (product.md CH-1, PR-4).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startJobs } from '#server/kit/jobs/jobs.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { startVisits, type Visits } from '#test/harness/visits.ts';
import { scheduleChatRoleSync } from './actions.ts';
import { letMemberIn, resyncRoles, syncRole } from './jobs.ts';
import { roleKey } from './rules.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let fakes: ProviderFakes;
let test: TestApp;
let visits: Visits;

beforeAll(async () => {
  fakes = await startProviderFakes();
  test = await startTestApp({ env: fakes.env });
  visits = startVisits(test.app, fakes);
});

afterAll(async () => {
  await test.stop();
  await fakes.stop();
});

beforeEach(() => {
  const { guild } = fakes.discord;
  guild.mayManage = true;
  guild.banned.clear();
});

const helpers = () => ({ log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false });

/** Links a new Discord account as a browser would; returns its id. */
const link = async (person: Person): Promise<string> => {
  const { location } = await visits.go('discord', {
    person: 'new',
    headers: person.headers,
    query: { intent: 'link' },
  });
  expect(location).toBe('/dashboard');
  return fakes.discord.people.at(-1)?.subject ?? '';
};

/** Links an account without consent to join the guild, as was usual before the bot existed. */
const linkBefore = async (person: Person): Promise<string> => {
  const discordId = await link(person);
  await test.db.updateTable('identities').set({ scope: 'identify email' }).where('subject', '=', discordId).execute();
  return discordId;
};

const waiting = async (key = '%'): Promise<{ task: string; key: string; inMs: number }[]> => {
  const { rows } = await test.deps.pool.query(
    `select task_identifier as task, key, (extract(epoch from run_at - now()) * 1000)::float8 as "inMs"
     from graphile_worker.jobs where task_identifier like 'chat.%' and key like $1 and attempts < max_attempts order by id`,
    [key],
  );
  return rows;
};

/** Runs pending jobs through the queue until none is due. */
const work = async (app: TestApp = test): Promise<void> => {
  const { pool, log } = app.deps;
  const jobs = await startJobs({ pool, jobs: [syncRole, letMemberIn] as never, deps: app.deps, workers: 2, log });
  const due = async () => (await waiting()).filter(({ inMs }) => inMs <= 0);
  await expect.poll(due, { timeout: 10_000 }).toEqual([]);
  await jobs.stop();
};

const forgetJobs = () =>
  test.deps.pool.query(`select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'chat %'`);

const sweep = () => resyncRoles.run({}, test.deps, helpers());
const settleNow = (discordId: string, app: TestApp = test) => syncRole.run({ discordId }, app.deps, helpers());
const isThere = (discordId: string) => fakes.discord.guild.members.has(discordId);
const hasRole = (discordId: string) =>
  fakes.discord.guild.members.get(discordId)?.has(fakes.discord.guild.role) ?? false;
const known = (discordId: string) =>
  test.db.selectFrom('chat_members').selectAll().where('discord_id', '=', discordId).executeTakeFirst();

const grant = async (person: Person, endsInMs: number | null = null): Promise<void> => {
  const now = test.deps.now();
  const endsAt = endsInMs === null ? null : new Date(now.getTime() + endsInMs);
  await test.db
    .insertInto('grants')
    .values({
      user_id: person.id,
      source: 'patreon',
      reference: `${person.id} ${now.getTime()}`,
      starts_at: now,
      ends_at: endsAt,
    })
    .execute();
};

const administer = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}): Promise<void> => {
  // Use a new administrator each time, because moving the clock in these tests expires sessions.
  const reply = await test.call({ method, url, payload }, await test.addPerson('admin'));
  expect(reply.statusCode, reply.body).toBeLessThan(300);
};

const setPremium = async (person: Person, isPremium: boolean): Promise<void> => {
  await administer('PUT', `/api/admin/users/${person.id}/premium`, { isPremium });
};

describe('linking', () => {
  it('adds a Premium member to the guild and gives the role', async () => {
    const discordId = await link(await test.addPerson('premium'));
    await work();
    expect(hasRole(discordId)).toBe(true);
    expect(await known(discordId)).toMatchObject({ is_in_guild: true, has_role: true });
  });

  it('adds every user to the guild, but gives the role only to Premium members, not to administrators', async () => {
    for (const person of [
      await test.addPerson('member'),
      await test.addPerson('leaker'),
      await test.addPerson('admin'),
    ]) {
      const discordId = await link(person);
      await work();
      expect([isThere(discordId), hasRole(discordId)]).toEqual([true, false]);
    }
  });

  it('asks for consent to join only when linking, and only if there is a bot', async () => {
    const scopeOf = (address: string) => new URL(address).searchParams.get('scope');
    const { headers } = await test.addPerson('member');
    expect(scopeOf((await visits.begin('discord', { headers })).address)).toBe('identify email guilds.join');
    expect(scopeOf((await visits.begin('discord')).address)).toBe('identify email');
    expect(scopeOf((await visits.begin('discord', { headers, query: { intent: 'confirm' } })).address)).toBe(
      'identify email',
    );
    const { DISCORD_BOT_TOKEN: _token, DISCORD_GUILD_ID: _guild, DISCORD_PREMIUM_ROLE_ID: _role, ...env } = fakes.env;
    const without = await startTestApp({ env, beside: test });
    const there = startVisits(without.app, fakes);
    expect(scopeOf((await there.begin('discord', { headers })).address)).toBe('identify email');
    await without.stop();
  });

  it('succeeds even if joining the guild fails', async () => {
    const person = await test.addPerson('premium');
    const { guild, people } = fakes.discord;
    const discordId = people[0]?.subject ?? '';
    guild.banned.add(discordId);
    const { location } = await visits.go('discord', { person: discordId, headers: person.headers });
    expect(location).toBe('/dashboard');
    await work();
    expect(isThere(discordId)).toBe(false);
    const account = await test.call({ method: 'GET', url: '/api/auth/me' }, person);
    expect(account.json().discordUsername).toBe(people[0]?.username);
  });

  it('refreshes an expired token before joining', async () => {
    const discordId = await link(await test.addPerson('premium'));
    test.moveClock(2 * 3_600_000);
    fakes.discord.grants.expireTokens();
    await work();
    expect(hasRole(discordId)).toBe(true);
  });

  it('before there was a bot gives the role once the user joins the guild', async () => {
    const discordId = await linkBefore(await test.addPerson('premium'));
    await work();
    expect(isThere(discordId)).toBe(false);
    expect(await known(discordId)).toMatchObject({ is_in_guild: false, has_role: false });
    await sweep();
    expect(await waiting(roleKey(discordId))).toEqual([]);

    fakes.discord.guild.members.set(discordId, new Set());
    test.moveClock(61 * MINUTE);
    await sweep();
    await work();
    expect(hasRole(discordId)).toBe(true);
  });

  it('gives the role immediately when a user joins and refreshes their dashboard', async () => {
    const person = await test.addPerson('premium');
    const discordId = await linkBefore(person);
    await work();
    fakes.discord.guild.members.set(discordId, new Set());
    await test.call({ method: 'POST', url: '/api/auth/links/refresh', payload: {} }, person);
    await work();
    expect(hasRole(discordId)).toBe(true);
  });
});

describe('the role', () => {
  const linked = async (role: 'member' | 'premium' = 'premium') => {
    const person = await test.addPerson(role);
    const discordId = await link(person);
    await work();
    return { person, discordId };
  };

  it('follows grants by an administrator', async () => {
    const { person, discordId } = await linked('member');
    for (const isPremium of [true, false, true]) {
      await setPremium(person, isPremium);
      await work();
      expect(hasRole(discordId)).toBe(isPremium);
    }
  });

  it('follows suspensions', async () => {
    const { person, discordId } = await linked();
    const url = `/api/admin/users/${person.id}/ban`;
    await administer('POST', url, { reason: 'Spam in every thread' });
    await work();
    expect(hasRole(discordId)).toBe(false);
    await administer('DELETE', url);
    await work();
    expect(hasRole(discordId)).toBe(true);
  });

  it('is removed within two minutes after a grant expires', async () => {
    const { person, discordId } = await linked('member');
    await grant(person, 10 * MINUTE);
    await sweep();
    await work();
    expect(hasRole(discordId)).toBe(true);
    test.moveClock(9 * MINUTE);
    await sweep();
    expect(await waiting(roleKey(discordId))).toEqual([]);
    test.moveClock(MINUTE);
    await sweep();
    await work();
    expect(hasRole(discordId)).toBe(false);
  });

  it('stays while another source of Premium is active', async () => {
    const { person, discordId } = await linked();
    await grant(person, MINUTE);
    test.moveClock(2 * MINUTE);
    await settleNow(discordId);
    expect(hasRole(discordId)).toBe(true);
  });

  it('is removed after unlinking, and nothing is kept', async () => {
    const { person, discordId } = await linked();
    await test.call({ method: 'POST', url: '/api/auth/confirm', payload: { password: PASSWORD } }, person);
    const reply = await test.call({ method: 'POST', url: '/api/auth/discord/disconnect', payload: {} }, person);
    expect(reply.statusCode, reply.body).toBe(204);
    await work();
    expect([isThere(discordId), hasRole(discordId)]).toEqual([true, false]);
    expect(await known(discordId)).toBeUndefined();
  });

  it('is removed from deleted users and from links removed without notice', async () => {
    const { person, discordId } = await linked();
    await test.db.updateTable('users').set({ deleted_at: test.deps.now() }).where('id', '=', person.id).execute();
    await sweep();
    await work();
    expect(hasRole(discordId)).toBe(false);

    const gone = await linked();
    await test.db.deleteFrom('identities').where('subject', '=', gone.discordId).execute();
    await sweep();
    await work();
    expect(hasRole(gone.discordId)).toBe(false);
    expect(await known(gone.discordId)).toBeUndefined();
  });

  it('is given again a day later if a moderator removed it', async () => {
    const { discordId } = await linked();
    fakes.discord.guild.members.get(discordId)?.clear();
    await sweep();
    expect(await waiting(roleKey(discordId))).toEqual([]);
    test.moveClock(DAY + MINUTE);
    await sweep();
    await work();
    expect(hasRole(discordId)).toBe(true);
  });

  it('stays the same when updated repeatedly', async () => {
    const { discordId } = await linked();
    await settleNow(discordId);
    await settleNow(discordId);
    expect(hasRole(discordId)).toBe(true);
    expect(await known(discordId)).toMatchObject({ is_in_guild: true, has_role: true });
  });
});

describe('on failure', () => {
  // Adds a Premium user who is in the guild but lacks the role and has no pending jobs.
  const waitingForRole = async () => {
    const person = await test.addPerson('premium');
    const discordId = await linkBefore(person);
    fakes.discord.guild.members.set(discordId, new Set());
    await forgetJobs();
    return { person, discordId };
  };

  it('a wait requested by Discord reschedules the job without using a retry', async () => {
    const { person, discordId } = await waitingForRole();
    // The queue uses the database's clock, which tests can't move.
    const prompt = await startTestApp({ env: fakes.env, beside: test });
    fakes.discord.guild.throttle({ retryAfter: 1.2 });
    await scheduleChatRoleSync(test.db, person.id);
    fakes.discord.calls.length = 0;
    await work(prompt);
    expect(hasRole(discordId)).toBe(false);
    const [job, ...others] = await waiting(roleKey(discordId));
    expect(others).toEqual([]);
    expect(job).toMatchObject({ task: 'chat.settle-role', key: roleKey(discordId) });
    expect(job?.inMs).toBeGreaterThan(500);
    // Another update before that time sends no request, because the site already knows that it has to wait.
    await settleNow(discordId, prompt);
    expect(fakes.discord.calls).toHaveLength(1);
    await expect.poll(async () => (await waiting(roleKey(discordId)))[0]?.inMs, { timeout: 10_000 }).toBeLessThan(0);
    await work(prompt);
    expect(hasRole(discordId)).toBe(true);
    await prompt.stop();
  });

  it('an outage leaves the job to be retried', async () => {
    const { person, discordId } = await waitingForRole();
    await scheduleChatRoleSync(test.db, person.id);
    for (const trouble of ['error', 'silence'] as const) {
      fakes.discord.misbehave(trouble);
      await expect(settleNow(discordId)).rejects.toThrow();
    }
    // Discord may have given the role even though its reply was lost, so the role counts as given.
    expect(await known(discordId)).toMatchObject({ has_role: true });
    await work();
    expect(hasRole(discordId)).toBe(true);
  }, 20_000);

  it('a role given by a lost reply is removed when Premium ends', async () => {
    const { person, discordId } = await waitingForRole();
    fakes.discord.misbehave('error');
    await expect(settleNow(discordId)).rejects.toThrow();
    fakes.discord.guild.members.get(discordId)?.add(fakes.discord.guild.role);
    await test.db.deleteFrom('grants').where('user_id', '=', person.id).execute();
    await sweep();
    await work();
    expect(hasRole(discordId)).toBe(false);
  });

  it('a missing permission pauses requests for everyone', async () => {
    const { discordId } = await waitingForRole();
    const other = await waitingForRole();
    fakes.discord.guild.mayManage = false;
    fakes.discord.calls.length = 0;
    const warn = vi.spyOn(test.deps.log, 'warn');
    await settleNow(discordId);
    await settleNow(other.discordId);
    await sweep();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
    expect(fakes.discord.calls).toHaveLength(1);
    for (const key of [roleKey(discordId), roleKey(other.discordId)]) {
      const [job, ...others] = await waiting(key);
      expect(job?.inMs).toBeGreaterThan(14 * MINUTE);
      expect(others).toEqual([]);
    }
    // Adding users to the guild requires a different permission.
    await link(await test.addPerson('member'));
    await work();
    expect(fakes.discord.calls.filter(({ path }) => path.includes('/members/')).length).toBeGreaterThan(1);

    fakes.discord.guild.mayManage = true;
    test.moveClock(15 * MINUTE);
    await settleNow(discordId);
    await settleNow(other.discordId);
    expect([hasRole(discordId), hasRole(other.discordId)]).toEqual([true, true]);
    await forgetJobs();
  });

  it('a user who unlinks while joining does not keep the role', async () => {
    const person = await test.addPerson('premium');
    const discordId = await link(person);
    await forgetJobs();
    const { guild } = test.deps;
    if (!guild) throw new Error('no bot');
    const unlinkThenJoin: typeof guild.join = async (options) => {
      // Make revoking the token fail, so that it is still valid when the user joins.
      fakes.discord.misbehave('error');
      await test.call({ method: 'POST', url: '/api/auth/discord/disconnect', payload: {} }, person);
      await work();
      return guild.join(options);
    };
    await letMemberIn.run(
      { userId: person.id },
      { ...test.deps, guild: { ...guild, join: unlinkThenJoin } },
      helpers(),
    );
    await work();
    expect([isThere(discordId), hasRole(discordId)]).toEqual([true, false]);
    expect(await known(discordId)).toBeUndefined();
  });

  it('a bot that cannot add users keeps trying for a day', async () => {
    const person = await test.addPerson('member');
    await link(person);
    await forgetJobs();
    fakes.discord.guild.mayManage = false;
    const key = `chat join ${person.id}`;
    const since = test.deps.now().getTime();
    await letMemberIn.run({ userId: person.id }, test.deps, helpers());
    expect(await waiting(key)).toHaveLength(1);
    await forgetJobs();
    test.moveClock(DAY - MINUTE);
    await letMemberIn.run({ userId: person.id, since }, test.deps, helpers());
    expect(await waiting(key)).toHaveLength(1);
    await forgetJobs();
    test.moveClock(MINUTE);
    await letMemberIn.run({ userId: person.id, since }, test.deps, helpers());
    expect(await waiting(key)).toEqual([]);
    await forgetJobs();
    fakes.discord.guild.mayManage = true;
    test.moveClock(15 * MINUTE);
  });

  it('concurrent updates of one user end in the current state, whichever comes first', async () => {
    const beside = await startTestApp({ env: fakes.env, beside: test });
    beside.moveClock(test.deps.now().getTime() - Date.now());
    for (const isPremium of [false, true]) {
      const { person, discordId } = await waitingForRole();
      if (!isPremium) await settleNow(discordId);
      else await test.db.deleteFrom('grants').where('user_id', '=', person.id).execute();
      const first = settleNow(discordId);
      await setPremium(person, isPremium);
      await Promise.all([first, settleNow(discordId, beside), settleNow(discordId)]);
      expect(hasRole(discordId)).toBe(isPremium);
      await test.deps.pool.query('select graphile_worker.remove_job($1)', [roleKey(discordId)]);
    }
    await beside.stop();
  });

  it('nothing is requested if no role is configured', async () => {
    const { DISCORD_PREMIUM_ROLE_ID: _role, ...env } = fakes.env;
    const without = await startTestApp({ env, beside: test });
    const { discordId } = await waitingForRole();
    fakes.discord.calls.length = 0;
    await settleNow(discordId, without);
    await resyncRoles.run({}, without.deps, helpers());
    expect(await waiting(roleKey(discordId))).toEqual([]);
    expect(fakes.discord.calls).toEqual([]);
    await without.stop();
  });
});
