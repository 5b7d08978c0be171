// Quality.md, "Nothing lost": proxies make Redis, mail, Patreon and Discord unreachable, silent or slow, cut connections, or send
// garbage instead. Core features keep working, jobs are retried, emails are sent later, and errors never grant access.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncMembers } from '#server/features/premium/patreon-sync/jobs.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { addThread, type TestThread } from '#test/harness/forum-writing.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { startMailServer } from '#test/harness/mail-server.ts';
import { hasRedis, type Redis, startRedis } from '#test/harness/redis.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { type Mood, startTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import { startVisits, type Visits } from '#test/harness/visits.ts';
import { ask, demand, type Reply } from './load.ts';
import { createTally, runsOf } from './tally.ts';

/** In each round, every service has a different fault. After five rounds, each service has had every fault. */
const ROUNDS = runsOf(1, 5);
const MOODS: readonly Mood[] = ['gone', 'silent', 'nonsense', 'reset', 'slow'];
/** Time limit for user requests, whatever else is down: 3 s, plus extra time for a machine that also runs other tests. */
const CORE_WITHIN_MS = 3000 + 1500;
const BACK = { timeout: 30_000, interval: 300 };

let test: TestApp;
let server: ServerProcess;
let fakes: ProviderFakes;
let redis: Redis;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let proxies: Record<'redis' | 'mail' | 'providers', TcpProxy>;
let visits: Visits;
let admin: Person;
let thread: TestThread;
let resource: string;
const tally = createTally('neighbours');

/** Replaces the application for `startVisits`. Implements the only method that it needs, by sending requests over HTTP. */
const overHttp = () => ({
  inject: async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
    const reply = await fetch(server.url + url, { redirect: 'manual', headers });
    const cookies = reply.headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return { name, value };
    });
    return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), cookies };
  },
});

describe.skipIf(!hasRedis())('services other than the database', () => {
  beforeAll(async () => {
    test = await startTestApp();
    await fillElements(test);
    [fakes, redis, mail] = await Promise.all([startProviderFakes(), startRedis(), startMailServer()]);
    const portOf = (url: string) => ({ port: Number(new URL(url).port) });
    const [first, second, third] = await Promise.all(
      [redis.url, mail.url, fakes.url].map((url) => startTcpProxy(portOf(url))),
    );
    if (!first || !second || !third) throw new Error('no proxies');
    proxies = { redis: first, mail: second, providers: third };
    const elsewhere = `http://127.0.0.1:${third.port}`;
    const led = Object.entries(fakes.env).map(([name, value]) => [name, value.replace(fakes.url, elsewhere)]);
    server = await startServerProcess(test, {
      ...Object.fromEntries(led),
      NODE_ENV: 'test',
      REDIS_URL: `redis://127.0.0.1:${first.port}`,
      SMTP_URL: `smtp://127.0.0.1:${second.port}`,
      WORKERS: '4',
      LOG_LEVEL: 'silent',
    });
    visits = startVisits(overHttp() as never, { ...fakes, url: elsewhere });
    admin = await test.addPerson('admin');
    thread = await addThread(test, admin);
    resource = await addResource(test, { authorId: admin.id });
  });
  afterAll(async () => {
    await server?.stop();
    for (const proxy of Object.values(proxies ?? {})) await proxy.stop();
    await Promise.all([fakes?.stop(), redis?.stop(), mail?.stop()]);
    await test?.stop();
  });

  // Adds a Patreon user with an active membership.
  const addPatron = (email = `${randomUUID()}@mailbox.example`): string => {
    const subject = String(Math.floor(Math.random() * 8e8) + 1e8);
    const name = `Patron ${subject}`;
    fakes.patreon.people.push({ subject, name, username: name, email, emailVerified: true });
    fakes.patreon.campaign.set(subject, 'active');
    return subject;
  };
  const roleOf = async (person: Person): Promise<string> =>
    demand<{ role: string }>(await ask(`${server.url}/api/auth/me`, { person }), 200).role;
  const grantsOf = (person: Person) =>
    test.db.selectFrom('grants').select('source').where('user_id', '=', person.id).execute();
  const givePremium = async (person: Person): Promise<void> => {
    const url = `${server.url}/api/admin/users/${person.id}/premium`;
    demand(await ask(url, { method: 'PUT', person: admin, json: { isPremium: true } }), 200);
  };
  const hasChatRole = (discordId: string): boolean =>
    fakes.discord.guild.members.get(discordId)?.has(fakes.discord.guild.role) ?? false;
  // Reschedules jobs that are waiting for a retry, so that they run immediately.
  const hurry = () =>
    sql`select graphile_worker.reschedule_jobs((select array_agg(id) from graphile_worker._private_jobs
      where locked_at is null and attempts > 0), now())`.execute(test.ownerDb);

  const took = (reply: Reply, status: number): number => {
    demand(reply, status);
    return reply.ms;
  };

  // Performs common actions whose responses users wait for; returns the address that must receive an email.
  const actAsUsual = async (person: Person): Promise<string> => {
    const email = `waits-${randomUUID()}@people.example`;
    const done = [
      took(await ask(`${server.url}/api/auth/register`, { method: 'POST', json: { email, password: PASSWORD } }), 201),
      took(
        await ask(`${server.url}/api/forum/posts`, {
          method: 'POST',
          person,
          json: { threadId: thread.id, content: randomUUID() },
        }),
        201,
      ),
      took(await ask(`${server.url}/api/uploads/${resource}/like`, { method: 'POST', person }), 200),
      took(
        await ask(`${server.url}/api/auth/login`, {
          method: 'POST',
          json: { email: person.email, password: PASSWORD },
        }),
        200,
      ),
      took(await ask(`${server.url}/resources?search=${randomUUID()}`, { headers: { accept: 'text/html' } }), 200),
    ];
    for (const ms of done) expect(ms).toBeLessThan(CORE_WITHIN_MS);
    tally.acknowledge(done.length);
    return email;
  };
  const mailsTo = (email: string): number => mail.taken.filter(({ to }) => to.includes(email)).length;

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'may fail: round %i',
    { timeout: 90_000 },
    async (round) => {
      const [linking, matching, chatting, reader] = await Promise.all([1, 2, 3, 4].map(() => test.addPerson('member')));
      if (!linking || !matching || !chatting || !reader) throw new Error('nobody');
      // Started while everything still works, and completed while the fault is active.
      const link = await visits.comeBack('patreon', { person: addPatron(), headers: linking.headers });
      const enter = await visits.comeBack('discord', { person: 'new' });
      await visits.go('discord', { person: 'new', headers: chatting.headers, query: { intent: 'link' } });
      const discordId = fakes.discord.people.at(-1)?.subject ?? '';
      await expect.poll(() => fakes.discord.guild.members.has(discordId), BACK).toBe(true);
      addPatron(matching.email);

      const names = Object.keys(proxies) as (keyof typeof proxies)[];
      const moods = new Map(names.map((name, index) => [name, MOODS[(round + index) % MOODS.length] ?? 'gone']));
      for (const [name, mood] of moods) await proxies[name].setMood(mood);
      // A slow service is still used, and each operation is performed exactly once.
      const isSlow = (name: keyof typeof proxies): boolean => moods.get(name) === 'slow';
      tally.kill();
      await givePremium(chatting);
      await enqueue(test.db, syncMembers, {});
      const [linked, entered, email] = await Promise.all([visits.ask(link), visits.ask(enter), actAsUsual(reader)]);
      if (!isSlow('providers')) {
        expect(linked.location).toMatch(/error=/);
        expect(entered.location).toMatch(/error=/);
        if (/token=/.test(entered.headers.cookie)) tally.halve('a user was logged in without the provider’s answer');
        for (const person of [linking, matching])
          if ((await grantsOf(person)).length > 0 || (await roleOf(person)) !== 'USER')
            tally.halve('Premium granted because of an error');
        expect(hasChatRole(discordId)).toBe(false);
      } else expect(linked.location).toBe('/dashboard');
      expect(await actAsUsual(reader)).not.toBe(email);
      if (!isSlow('mail')) expect(mailsTo(email)).toBe(0);
      expect((await ask(`${server.url}/readyz`)).status).toBe(200);

      for (const name of names) await proxies[name].setMood('pass');
      const soon = async (): Promise<unknown> => {
        await hurry();
        return { mails: mailsTo(email), premium: await roleOf(matching), role: hasChatRole(discordId) };
      };
      await expect.poll(soon, BACK).toEqual({ mails: 1, premium: 'PREMIUM', role: true });
      if (isSlow('providers')) return;
      expect(await grantsOf(linking)).toEqual([]);
      expect((await visits.go('patreon', { person: addPatron(), headers: linking.headers })).location).toBe(
        '/dashboard',
      );
      expect(await roleOf(linking)).toBe('PREMIUM');
    },
  );

  it('counts', () => tally.settle());
});
