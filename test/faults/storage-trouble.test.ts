// Quality.md, "Nothing lost": the object storage is unreachable, silent or slow, or answers with garbage or wrong bytes, as
// simulated by a TCP and an HTTP proxy. Core features keep working, /readyz reports the fault, no acknowledged upload is lost,
// wrong bytes are never accepted as a file, and everything works again without a restart.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyFront, startFaultyFront } from '#test/harness/faulty-front.ts';
import { addThread, type TestThread } from '#test/harness/forum-writing.ts';
import { startGcs } from '#test/harness/gcs.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { startTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { ask, demand, type Reply } from './load.ts';
import { createTally, isLarge, runsOf } from './tally.ts';

const MOODS = ['nonsense', 'wrong bytes', 'gone', 'silent', 'slow'] as const;
type Mood = (typeof MOODS)[number];
/** Time limit for requests that need no file, including extra time for a machine that also runs other tests. */
const CORE_WITHIN_MS = 3000 + 3000;
const BACK = { timeout: 60_000, interval: 300 };
const LIMIT_MS = 240_000;

/** A local storage service, and the environment of a site that connects to it on the given port. */
type Service = { port: number; envAt(port: number): Record<string, string>; stop(): Promise<void> };

const startGoogle = async (): Promise<Service> => {
  const { url, env, stop } = await startGcs();
  const at = (port: number) => env.STORAGE_URL.replace(url, `http://127.0.0.1:${port}`);
  return { port: Number(new URL(url).port), envAt: (port) => ({ ...env, STORAGE_URL: at(port) }), stop };
};
const startS3 = async (): Promise<Service> => {
  const swift = await startSwift();
  const address = await swift.makeBucket('troubled');
  const at = (port: number) => address.replace(encodeURIComponent(swift.url), `http://127.0.0.1:${port}`);
  return { port: swift.port, envAt: (port) => swift.envOf(at(port)), stop: swift.stop };
};

const services = { Google: startGoogle, ...(isLarge && whyNoSwift() === null && { S3: startS3 }) };
const names = Object.keys(services) as (keyof typeof services)[];
/** Each round uses the next fault for a service. With SIZE=full, every fault is tested with every service. */
const ROUNDS = Math.max(isLarge ? MOODS.length : 1, Math.ceil(runsOf(2, 2 * MOODS.length) / names.length));

const tally = createTally('storage-trouble');
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const CONTENT = randomBytes(300_000);

describe.each(names)('files at %s', (name) => {
  let service: Service;
  let front: FaultyFront;
  let proxy: TcpProxy;
  let test: TestApp;
  let server: ServerProcess;
  let people: Record<'leaker' | 'premium' | 'member', Person>;
  let thread: TestThread;
  let pack: string;

  beforeAll(async () => {
    service = await (services[name] as () => Promise<Service>)();
    front = await startFaultyFront(service.port);
    proxy = await startTcpProxy({ port: Number(new URL(front.url).port) });
    test = await startTestApp({ env: service.envAt(service.port) });
    await fillElements(test);
    server = await startServerProcess(test, {
      ...service.envAt(proxy.port),
      NODE_ENV: 'test',
      WORKERS: '2',
      LOG_LEVEL: 'silent',
    });
    const [leaker, premium, member] = [
      await test.addPerson('leaker'),
      await test.addPerson('premium'),
      await test.addPerson('member'),
    ];
    people = { leaker, premium, member };
    thread = await addThread(test, member);
    pack = await addResource(test, { authorId: leaker.id, files: { 'pack.bin': CONTENT } });
  }, LIMIT_MS);
  afterAll(async () => {
    await server?.stop();
    await test?.stop();
    await proxy?.stop();
    await front?.stop();
    await service?.stop();
  }, LIMIT_MS);

  const setMood = async (mood: Mood | 'pass'): Promise<void> => {
    const isByFront = mood === 'wrong bytes';
    // Damage only file content, because damaged metadata could not be parsed.
    front.setFault(isByFront ? 'damaged' : null, ({ headers }) => headers.range !== undefined);
    await proxy.setMood(isByFront ? 'pass' : mood);
  };

  const took = (reply: Reply, status: number): number => {
    demand(reply, status);
    return reply.ms;
  };
  // Sends requests that need no file.
  const actAsUsual = async (): Promise<void> => {
    const person = people.member;
    const post = (path: string, json: object, by: Person | null = null) =>
      ask(server.url + path, { method: 'POST', person: by, json });
    const login = { email: person.email, password: PASSWORD };
    const page = { headers: { accept: 'text/html' } };
    const done = [
      took(await post('/api/auth/register', { email: `${randomUUID()}@people.example`, password: PASSWORD }), 201),
      took(await post('/api/auth/login', login), 200),
      took(await post('/api/forum/posts', { threadId: thread.id, content: randomUUID() }, person), 201),
      took(await ask(`${server.url}/api/uploads/${pack}/like`, { method: 'POST', person }), 200),
      took(await ask(`${server.url}/resources?search=${randomUUID()}`, page), 200),
      took(await ask(`${server.url}/resources/${pack}?${randomUUID()}`, page), 200),
    ];
    for (const ms of done) expect(ms).toBeLessThan(CORE_WITHIN_MS);
    tally.acknowledge(done.length);
  };

  const download = async (): Promise<'whole' | 'refused' | 'broken'> => {
    const { headers } = people.premium;
    const asked = await fetch(`${server.url}/api/resources/${pack}/download-url?file=pack.bin`, { headers });
    if (asked.status !== 200) return 'refused';
    const { downloadUrl } = (await asked.json()) as { downloadUrl: string };
    const sent = await fetch(new URL(downloadUrl, server.url), { headers }).catch(() => null);
    if (sent?.status !== 200) return sent ? 'refused' : 'broken';
    const bytes = await sent.bytes().catch(() => null);
    if (bytes === null) return 'broken';
    if (sha256Of(bytes) !== sha256Of(CONTENT)) tally.halve('wrong bytes were sent as a complete file');
    return 'whole';
  };

  const readiness = async (): Promise<unknown[]> => {
    const { status, body } = await ask(`${server.url}/readyz`, {}, { takes503: true });
    return [status, (body as { trouble?: string }).trouble ?? null];
  };
  // Reschedules jobs that are waiting for a retry, so that they run immediately.
  const hurry = () =>
    sql`select graphile_worker.reschedule_jobs((select array_agg(id) from graphile_worker._private_jobs
      where locked_at is null and attempts > 0), now())`.execute(test.ownerDb);

  it.each(Array.from({ length: ROUNDS }, (_, round) => MOODS[round % MOODS.length] ?? 'gone'))(
    'may fail: %s',
    { timeout: LIMIT_MS },
    async (mood) => {
      const tus = createTusCalls(server.url);
      const { leaker } = people;
      const resourceId = await addDraft(test, leaker.id);
      const [long, whole] = [randomBytes(900_000), randomBytes(50_000)];
      const onItsWay = await tus.begin(leaker, long.length, { resourceId, path: 'long.bin' });
      const arrived = await tus.begin(leaker, whole.length, { resourceId, path: 'whole.bin' });
      let acknowledged = 0;
      const send = async (end: number): Promise<number> => {
        const piece = new Uint8Array(long.subarray(acknowledged, end));
        const { status, headers } = await tus.patch(leaker, onItsWay, acknowledged, piece);
        if (status === 204) acknowledged = Number(headers.get('upload-offset'));
        return status;
      };
      expect(await send(300_000)).toBe(204);
      expect((await tus.patch(leaker, arrived, 0, new Uint8Array(whole))).status).toBe(204);
      expect(await download()).toBe('whole');

      await setMood(mood);
      tally.kill();
      const isAway = mood !== 'slow' && mood !== 'wrong bytes';
      const [piece, completed, sent, ready] = await Promise.all([
        send(600_000),
        tus.complete(leaker, arrived),
        download(),
        readiness(),
        actAsUsual(),
      ]);
      await actAsUsual();
      expect([204, 503]).toContain(piece);
      expect([201, 503]).toContain(completed.status);
      if (isAway) expect([piece, sent, ready]).toEqual([503, 'refused', [503, 'storage']]);
      else expect(ready).toEqual([200, null]);
      // A slow service is still used, and wrong bytes never end up as a complete file.
      if (!isAway) expect(sent === 'whole').toBe(mood === 'slow');
      const created = await tus.create(leaker, 10, { resourceId, path: 'new.bin' });
      expect(created.status).toBe(isAway ? 503 : 201);
      if (created.status === 201) await tus.end(leaker, created.headers.get('location') ?? '');

      await setMood('pass');
      expect(server.isAlive()).toBe(true);
      await expect.poll(readiness, BACK).toEqual([200, null]);
      expect(await download()).toBe('whole');
      const offset = async (): Promise<number> =>
        Number((await tus.head(leaker, onItsWay)).headers.get('upload-offset') ?? -1);
      const at = await offset();
      if (at < acknowledged) tally.lose(`${acknowledged} bytes of an upload were acknowledged, ${at} are stored`);
      acknowledged = at;
      // A request that was waiting for the service releases its lock when it gives up.
      await expect.poll(() => send(long.length), BACK).toBe(204);
      expect((await tus.complete(leaker, onItsWay)).status).toBe(201);
      if (completed.status === 503) expect((await tus.complete(leaker, arrived)).status).toBe(201);
      const stored = async () => {
        await hurry();
        const rows = test.db
          .selectFrom('resource_files')
          .select(['path', 'sha256'])
          .where('resource_id', '=', resourceId);
        return Object.fromEntries((await rows.execute()).map(({ path, sha256 }) => [path, sha256]));
      };
      await expect.poll(stored, BACK).toEqual({ 'long.bin': sha256Of(long), 'whole.bin': sha256Of(whole) });
      tally.acknowledge(2);
      const files = await test.db
        .selectFrom('resource_files')
        .select(['storage_key as key', 'size', 'sha256', 'path'])
        .where('resource_id', '=', resourceId)
        .execute();
      for (const { key, size, sha256, path } of files) {
        const bytes = await test.deps.storage.readSmall([{ key, size }]).catch(() => new Uint8Array());
        if (sha256Of(bytes) !== sha256) tally.lose(`the content of ${path}`);
      }
    },
  );

  it('leaves nothing behind', { timeout: LIMIT_MS }, async () => {
    const { storage } = test.deps;
    const orphans = async (): Promise<string[]> => {
      await hurry();
      const named = await test.db.selectFrom('resource_files').select('storage_key as key').execute();
      const known = new Set(named.map(({ key }) => key));
      const sessions = await test.db.selectFrom('upload_sessions').select('id').execute();
      const begun = new Set(sessions.map(({ id }) => id));
      const files = (await Array.fromAsync(storage.list())).map(({ key }) => key).filter((key) => key.startsWith('r/'));
      const partials = (await storage.partials.list()).map(({ id }) => id);
      return [...files.filter((key) => !known.has(key)), ...partials.filter((id) => !begun.has(id))];
    };
    await expect.poll(orphans, BACK).toEqual([]);
    tally.leave(...(await orphans()));
  });
});

it('counts', () => tally.settle());
