// Quality.md, "Nothing lost": the server's clock jumps by hours and days while the server runs, using Debian's faketime. The
// database's clock is not changed, because it may be on another machine.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addThread, type TestThread } from '#test/harness/forum-writing.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { isTried } from '#test/repository/left-out.ts';
import { ask, demand, type Reply } from './load.ts';
import { createTally } from './tally.ts';

const MINUTE_S = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The faketime package installs its library in the folder for the machine's architecture. */
const library = readdirSync('/usr/lib', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join('/usr/lib', name, 'faketime/libfaketime.so.1'))
  .find((path) => existsSync(path));

let test: TestApp;
let server: ServerProcess;
let clock: string;
let people: Awaited<ReturnType<TestApp['addCast']>>;
let thread: TestThread;
let resource: string;
let ids: string[] = [];
const tally = createTally('clock-jumps');

/** Sets the server's clock to an offset from real time, in seconds. */
const jump = (seconds: number): void => {
  writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  tally.kill();
};

describe.skipIf(!isTried('Clock jumps are', library !== undefined, 'the Debian package faketime'))(
  'a clock jump',
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      test = await startTestApp();
      await fillElements(test);
      people = await test.addCast();
      thread = await addThread(test, people.member);
      resource = await addResource(test, { authorId: people.leaker.id });
      clock = join(test.folder, 'clock');
      writeFileSync(clock, '+0s\n');
      server = await startServerProcess(test, {
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        // Only the wall clock jumps; the monotonic clock continues, as on a real machine.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
        RATE_LIMITS: 'on',
        LOG_LEVEL: 'silent',
      });
    });
    afterAll(async () => {
      await server?.stop();
      await test?.stop();
    });

    const me = (person: Person): Promise<Reply> => ask(`${server.url}/api/auth/me`, { person });
    const login = (email: string, password = PASSWORD): Promise<Reply> =>
      ask(`${server.url}/api/auth/login`, { method: 'POST', json: { email, password } });
    const cookieOf = ({ headers }: Reply): Person['headers'] => ({
      cookie: headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    });
    const timeThere = async (): Promise<number> =>
      new Date((await fetch(`${server.url}/healthz`)).headers.get('date') ?? '').getTime();

    // Creates one item of every kind that gets an id; returns the post numbers.
    const writeAll = async (person: Person): Promise<number[]> => {
      const numbers: number[] = [];
      for (let count = 0; count < 2; count += 1) {
        const json = { threadId: thread.id, content: `At another time ${randomUUID()}` };
        // An administrator, because new accounts have a limit of posts an hour.
        const posted = await ask(`${server.url}/api/forum/posts`, { method: 'POST', person: people.admin, json });
        const { id, number } = demand<{ id: string; number: number }>(posted, 201);
        ids.push(id);
        numbers.push(number);
        tally.acknowledge();
      }
      const asked = await ask(`${server.url}/api/resources/${resource}/download-url?file=readme.txt`, { person });
      ids.push(demand<{ downloadUrl: string }>(asked, 200).downloadUrl);
      demand(await ask(new URL(ids.at(-1) ?? '', server.url).href, { person }), 200);
      tally.acknowledge();
      return numbers;
    };

    it('changes the time that the server reports', async () => {
      for (const seconds of [3 * 3600, -3 * 3600, 0]) {
        jump(seconds);
        // Node caches the Date header for one second.
        const isFollowed = async (): Promise<boolean> =>
          Math.abs((await timeThere()) - Date.now() - seconds * 1000) < 5000;
        await expect.poll(isFollowed, { timeout: 5000 }).toBe(true);
      }
    });

    it('keeps ids of posts, uploads and tickets unique, and posts in order', async () => {
      const numbers: number[] = [];
      ids = [];
      const tus = createTusCalls(server.url);
      const draft = await addDraft(test, people.leaker.id);
      const address = await tus.begin(people.leaker, 90, { resourceId: draft, path: 'a.bin' });
      for (const [index, seconds] of [0, 3 * 3600, -3 * 3600, 60, 0].entries()) {
        jump(seconds);
        numbers.push(...(await writeAll(people.premium)));
        const { headers, status } = await tus.patch(people.leaker, address, index * 10, 'ten bytes!');
        expect(status).toBe(204);
        ids.push(`${address} ${headers.get('upload-offset')}`);
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
      const offset = (await tus.head(people.leaker, address)).headers.get('upload-offset');
      if (offset !== '50') tally.lose(`50 bytes were acknowledged, ${offset} are stored`);
      const posts = await test.db
        .selectFrom('forum_posts')
        .select(['number', 'created_at as at'])
        .where('thread_id', '=', thread.id)
        .orderBy('number')
        .execute();
      const times = posts.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    });

    it('of forty days expires sessions and Premium, and users can log in again', async () => {
      const person = await test.addPerson('member');
      await test.db
        .insertInto('grants')
        .values({
          user_id: person.id,
          source: 'admin',
          reference: person.id,
          starts_at: new Date(0),
          ends_at: new Date(Date.now() + 10 * DAY_MS),
        })
        .execute();
      jump(0);
      expect(demand<{ role: string }>(await me(person), 200).role).toBe('PREMIUM');
      jump(40 * 24 * 3600);
      for (const one of [person, people.member, people.admin]) expect((await me(one)).status).toBe(401);
      const entered = await login(person.email);
      expect(entered.status).toBe(200);
      const signedInAgain = { ...person, headers: cookieOf(entered) };
      expect(demand<{ role: string }>(await me(signedInAgain), 200).role).toBe('USER');
      // After the clock is corrected, new sessions stay valid, and what had expired is valid again.
      jump(0);
      expect(demand<{ role: string }>(await me(signedInAgain), 200).role).toBe('PREMIUM');
      expect((await me(people.member)).status).toBe(200);
      expect(server.isAlive()).toBe(true);
    });

    // Must be the last test, because all requests are rate-limited for a minute after it.
    it('of three hours keeps sessions valid, and blocks nobody for longer than a rate limit', async () => {
      const person = await test.addPerson('member');
      // Exceeds the limit of six logins a minute per address.
      const blocked = async (): Promise<number> => {
        for (;;) {
          const reply = await login(person.email, 'not the password');
          if (reply.status === 429) return Number(reply.headers.get('retry-after'));
          expect(reply.status).toBe(401);
        }
      };
      const shielded = async (): Promise<number> => {
        for (;;) {
          const reply = await ask(`${server.url}/api/nothing-here`);
          if (reply.status === 429) return Number(reply.headers.get('retry-after'));
        }
      };
      jump(3 * 3600);
      for (const one of [people.member, people.leaker, people.admin]) expect((await me(one)).status).toBe(200);
      expect(await blocked()).toBeLessThanOrEqual(HOUR_MS / 1000);
      expect(await shielded()).toBeLessThanOrEqual(MINUTE_S);
      jump(-3 * 3600);
      expect(await shielded()).toBeLessThanOrEqual(MINUTE_S);
      for (const one of [people.member, people.leaker, people.admin]) expect((await me(one)).status).toBe(200);
      // The account's login delay was set while the clock was three hours ahead.
      const wait = await test.db.selectFrom('rate_counters').select(['key', 'ends_at', 'hits']).execute();
      expect(wait.length).toBeGreaterThan(0);
      jump(0);
      expect(await blocked()).toBeLessThanOrEqual(HOUR_MS / 1000);
    });

    it('counts', () => tally.settle());
  },
);
