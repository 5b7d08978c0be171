// Upload quotas, path conflicts and locks across two processes of one site, and the sweep of abandoned uploads.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { addDraft, createTusCalls, SESSIONS } from '#test/harness/tus-calls.ts';
import { reserve } from './actions.ts';
import { purgeUploadSessions } from './jobs.ts';
import { insertUploadSession } from './queries.ts';

const GB = 1024 ** 3;
const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

let test: TestApp;
let beside: TestApp;
let tus: ReturnType<typeof createTusCalls>;
let tusBeside: ReturnType<typeof createTusCalls>;
let leaker: Person;
let resourceId: string;
/** Free bytes reported to both processes, on a disk of 10,000 GB. */
let free = 9000 * GB;

const addSetting = (key: string, value: number) =>
  test.db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value) })
    .execute();

beforeAll(async () => {
  test = await startTestApp({ limits: { uploadSessions: 3 } });
  await addSetting('maxUploadSize', 1);
  await addSetting('defaultUserQuota', 2);
  beside = await startTestApp({ beside: test, limits: { uploadSessions: 3 } });
  for (const app of [test, beside])
    vi.spyOn(app.deps.storage.partials, 'space').mockImplementation(async () => ({ free, total: 10_000 * GB }));
  tus = createTusCalls(await test.app.listen({ port: 0, host: '127.0.0.1' }));
  tusBeside = createTusCalls(await beside.app.listen({ port: 0, host: '127.0.0.1' }));
});

afterAll(async () => {
  await beside.stop();
  await test.stop();
});

beforeEach(async () => {
  free = 9000 * GB;
  leaker = await test.addPerson('leaker');
  resourceId = await addDraft(test, leaker.id);
});

const create = (size: number, calls = tus) => calls.create(leaker, size, { resourceId, path: randomUUID() });
const codeOf = async (reply: ReturnType<typeof create>) => (await reply).body.code ?? (await reply).status;

describe('a quota', () => {
  it('is used up by files and reserved space, and freed again', async () => {
    expect(await codeOf(create(GB + 1))).toBe('FILE_TOO_LARGE');
    const first = await create(GB);
    expect(first.status).toBe(201);
    expect(await codeOf(create(GB - 5))).toBe(201);
    await addResource(test, { authorId: leaker.id, files: { 'a.txt': 'abc' } });
    expect(await codeOf(create(3))).toBe('QUOTA_EXCEEDED');
    expect(await codeOf(create(2))).toBe(201);
    const address = first.headers.get('location') ?? '';
    await tus.end(leaker, address);
    expect(await codeOf(create(GB))).toBe(201);
  });

  it('does not count refused uploads or deleted resources', async () => {
    const old = await addResource(test, { authorId: leaker.id });
    await test.db
      .updateTable('resource_files')
      .set({ size: 2 * GB })
      .where('resource_id', '=', old)
      .execute();
    expect(await codeOf(create(1))).toBe('QUOTA_EXCEEDED');
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', old).execute();
    expect(await codeOf(create(GB))).toBe(201);
    expect(await codeOf(create(GB))).toBe(201);
    await test.db.updateTable('upload_sessions').set({ state: 'REFUSED' }).where('user_id', '=', leaker.id).execute();
    expect(await codeOf(create(GB))).toBe(201);
  });

  it('is not exceeded by concurrent uploads on either process', async () => {
    await test.db.deleteFrom('upload_sessions').execute();
    const half = Math.floor(0.9 * GB);
    const replies = await Promise.all(
      [tus, tusBeside, tus, tusBeside, tus, tusBeside].map((calls) => create(half, calls)),
    );
    const codes = replies.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toEqual([201, 201, 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
  });

  it('allows each user three concurrent uploads', async () => {
    const replies = await Promise.all([tus, tusBeside, tus, tusBeside].map((calls) => create(1, calls)));
    const codes = replies.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toEqual([201, 201, 201, 'TOO_MANY_UPLOADS']);
  });

  it('is checked for many users concurrently by a process that has just started', async () => {
    const third = await startTestApp({ beside: test });
    const calls = createTusCalls(await third.app.listen({ port: 0, host: '127.0.0.1' }));
    const people = await Promise.all(Array.from({ length: 24 }, () => test.addPerson('leaker')));
    const drafts = await Promise.all(people.map(({ id }) => addDraft(test, id)));
    const replies = await Promise.all(
      people.map((person, index) => calls.create(person, 1, { resourceId: drafts[index] ?? '', path: 'a' })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    await third.stop();
  });

  it('gives a path to only one of two concurrent requests', async () => {
    const replies = await Promise.all(
      [tus, tusBeside].map((calls) => calls.create(leaker, 1, { resourceId, path: 'a' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('the disk', () => {
  it('keeps a GB free after all reservations', async () => {
    await test.db.deleteFrom('upload_sessions').execute();
    free = 2 * GB + 10;
    expect(await codeOf(create(GB))).toBe(201);
    const refused = await create(11);
    expect([refused.status, refused.body.code]).toEqual([507, 'STORAGE_FULL']);
    expect(await codeOf(create(10))).toBe(201);
  });
});

describe('the last space on the disk', () => {
  it('is not reserved for a second upload while the first is being created', async () => {
    await test.db.deleteFrom('upload_sessions').execute();
    free = GB + 10;
    const other = await test.addPerson('leaker');
    const theirs = await addDraft(test, other.id);
    const settings = await test.deps.settings.get();
    const wish = { userId: leaker.id, resourceId, size: 6, files: 1, paths: ['a'] };
    let isAnswered = false;
    const second = await test.db.transaction().execute(async (trx) => {
      await reserve(trx, { ...test.deps, settings }, wish);
      const now = test.deps.now();
      await insertUploadSession(trx, { ...wish, id: randomUUID(), path: 'a', isBundle: false, modifiedAt: null, now });
      const asked = tusBeside.create(other, 6, { resourceId: theirs, path: 'a' }).finally(() => (isAnswered = true));
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pg_locks where locktype = 'advisory' and objid = 712022 and not granted`.execute(
              test.db,
            );
          return isAnswered || rows.length > 0;
        })
        .toBe(true);
      // Don't await the request here, because it waits for this transaction to end.
      return { asked };
    });
    expect((await second.asked).body.code).toBe('STORAGE_FULL');
  });
});

describe('a writer', () => {
  it('locks out a writer on another process until it has finished', async () => {
    const address = await tus.begin(leaker, 1_000_000, { resourceId, path: 'a' });
    const rest = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.alloc(500_000, 1));
        await rest.promise;
        controller.close();
      },
    });
    const first = tus.patch(leaker, address, 0, body);
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 712021`.execute(
          test.db,
        );
        return rows.length;
      })
      .toBe(1);
    const second = await tusBeside.patch(leaker, address, 0, Buffer.alloc(500_000, 2));
    expect([second.status, second.body.code]).toEqual([423, 'UPLOAD_BUSY']);
    expect((await tusBeside.end(leaker, address)).status).toBe(423);
    rest.resolve();
    expect((await first).headers.get('upload-offset')).toBe('500000');
    const third = await tusBeside.patch(leaker, address, 500_000, Buffer.alloc(500_000, 2));
    expect([third.status, third.headers.get('upload-offset')]).toEqual([204, '1000000']);
  });

  it('keeps the bytes received so far when its process is stopped', async () => {
    const third = await startTestApp({ beside: test });
    const calls = createTusCalls(await third.app.listen({ port: 0, host: '127.0.0.1' }));
    const address = await tus.begin(leaker, 5 * MIB, { resourceId, path: 'a' });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.alloc(3 * MIB, 1)),
    });
    const patched = calls.patch(leaker, address, 0, body).catch(() => null);
    const id = address.slice(SESSIONS.length + 1);
    await expect.poll(() => test.deps.storage.partials.size(id)).toBeGreaterThanOrEqual(MIB);
    await third.stop();
    const acknowledged = (await tus.head(leaker, address)).headers.get('upload-offset');
    expect(Number(acknowledged)).toBeGreaterThanOrEqual(MIB);
    const answered = await patched;
    // The connection may have been closed before the response was read.
    if (answered) expect([answered.status, answered.headers.get('upload-offset')]).toEqual([204, acknowledged]);
    const rest = Buffer.alloc(5 * MIB - Number(acknowledged));
    expect((await tus.patch(leaker, address, Number(acknowledged), rest)).status).toBe(204);
  });
});

describe('the sweep', () => {
  const partialOf = (id: string): string => join(test.folder, 'files', 'partial', id);
  const makeOld = (id: string) => utimes(partialOf(id), 1000, 1000);
  const sweep = () => purgeUploadSessions.run({}, test.deps, {} as never);

  it('cancels abandoned uploads, and nothing else', async () => {
    const begin = async (path: string): Promise<string> =>
      (await tus.begin(leaker, 5, { resourceId, path })).slice(SESSIONS.length + 1);
    const [abandoned, recent, checking] = [await begin('abandoned'), await begin('recent'), await begin('checking')];
    const old = new Date(test.deps.now().getTime() - 25 * HOUR_MS);
    const age = (ids: string[]) =>
      test.db.updateTable('upload_sessions').set({ touched_at: old }).where('id', 'in', ids).execute();
    await age([abandoned, checking]);
    await test.db.updateTable('upload_sessions').set({ state: 'CHECKING' }).where('id', '=', checking).execute();
    const [stray, fresh] = [randomUUID(), randomUUID()];
    for (const id of [stray, fresh]) await writeFile(partialOf(id), 'orphaned bytes');
    for (const id of [stray, recent, checking, abandoned]) await makeOld(id);

    const emptyDraft = await addDraft(test, leaker.id);
    const filledDraft = await addDraft(test, leaker.id);
    const handedIn = await addDraft(test, leaker.id);
    await test.db
      .updateTable('resources')
      .set({ created_at: old })
      .where('id', 'in', [emptyDraft, filledDraft, handedIn, resourceId])
      .execute();
    await test.db.updateTable('resources').set({ submitted_at: old }).where('id', '=', handedIn).execute();
    await test.db
      .insertInto('resource_files')
      .values({ resource_id: filledDraft, path: 'a', size: 1, sha256: 'a'.repeat(64), crc32: 0, storage_key: 'r/a/b' })
      .execute();
    const youngDraft = await addDraft(test, leaker.id);

    await sweep();
    await sweep();
    const left = await test.db.selectFrom('upload_sessions').select('id').where('user_id', '=', leaker.id).execute();
    expect(left.map(({ id }) => id).sort()).toEqual([recent, checking].sort());
    expect([abandoned, stray, fresh, recent, checking].map((id) => existsSync(partialOf(id)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    const drafts = await test.db.selectFrom('resources').select('id').where('author_id', '=', leaker.id).execute();
    expect(drafts.map(({ id }) => id).sort()).toEqual([filledDraft, handedIn, resourceId, youngDraft].sort());
  });

  it('removes the bytes of a refused upload, but keeps the reason', async () => {
    const draft = await addDraft(test, leaker.id);
    // A manifest like this one makes the check throw on every attempt, so that the session is finally refused. Our own code never
    // writes one.
    const files = {
      userId: leaker.id,
      resourceId: draft,
      files: { x: 'x' },
      manifest: [{ path: null as never, size: 1 }],
    };
    const [left, young] = [await addArrival(test, files), await addArrival(test, files)];
    const { storage } = test.deps;
    const away = { ...storage.partials, drop: () => Promise.reject(new StorageUnavailable('away')) };
    const broken = { ...test, deps: { ...test.deps, storage: { ...storage, partials: away } } };
    for (const id of [left, young]) await expect(runCheck(broken, id, { isLastAttempt: true })).rejects.toThrow('away');
    await makeOld(left);
    for (const _turn of [1, 2]) await sweep();
    expect([left, young].map((id) => existsSync(partialOf(id)))).toEqual([false, true]);
    const rows = await test.db.selectFrom('upload_sessions').select('state').where('id', 'in', [left, young]).execute();
    expect(rows).toEqual([{ state: 'REFUSED' }, { state: 'REFUSED' }]);
  });

  it('keeps a draft in which an upload has just started, and removes the picture of a deleted draft', async () => {
    const key = `${randomUUID()}/0123456789abcdef`;
    const [filling, showing] = [await addDraft(test, leaker.id), await addDraft(test, leaker.id)];
    const old = { created_at: new Date(test.deps.now().getTime() - 25 * HOUR_MS) };
    await test.db.updateTable('resources').set(old).where('id', '=', filling).execute();
    await test.db
      .updateTable('resources')
      .set({ ...old, thumbnail_key: key })
      .where('id', '=', showing)
      .execute();
    const settings = await test.deps.settings.get();
    const wish = { userId: leaker.id, resourceId: filling, size: 6, files: 1, paths: ['a'] };
    let isSwept = false;
    const { swept } = await test.db.transaction().execute(async (trx) => {
      const now = test.deps.now();
      await reserve(trx, { ...test.deps, settings }, wish);
      await insertUploadSession(trx, { ...wish, id: randomUUID(), path: 'a', isBundle: false, modifiedAt: null, now });
      const running = sweep().finally(() => (isSwept = true));
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(
            test.db,
          );
          return isSwept || rows.length > 0;
        })
        .toBe(true);
      // Don't await the sweep here, because it may wait for this transaction to end.
      return { swept: running };
    });
    await swept;
    const sessions = await test.db
      .selectFrom('upload_sessions')
      .where('resource_id', '=', filling)
      .select('id')
      .execute();
    expect(sessions).toHaveLength(1);
    const { rows } = await sql<{ left: string[]; dropped: boolean }>`select
      array(select id::text from resources where id in (${filling}, ${showing})) as left,
      exists (select from graphile_worker._private_jobs where payload::text like ${`%${key}%`}) as dropped`.execute(
      test.db,
    );
    expect(rows).toEqual([{ left: [filling], dropped: true }]);
  });
});

describe('a user who may no longer upload', () => {
  const update = (id: string, to: { role?: 'USER'; suspended_at?: Date }) =>
    test.db.updateTable('users').set(to).where('id', '=', id).execute();

  it.each([
    ['lost the leaker role', (id: string) => update(id, { role: 'USER' })],
    ['was suspended', (id: string) => update(id, { suspended_at: new Date() })],
    ['was logged out', (id: string) => test.db.deleteFrom('sessions').where('user_id', '=', id).execute()],
  ])('is stopped while sending, and received bytes are kept: %s', async (_name, change) => {
    const person = await test.addPerson('leaker');
    const address = await tus.begin(person, 64 * MIB, { resourceId: await addDraft(test, person.id), path: 'a' });
    const id = address.slice(SESSIONS.length + 1);
    let timer: NodeJS.Timeout | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        timer = setInterval(() => controller.enqueue(Buffer.alloc(100_000, 1)), 50);
      },
      cancel: () => clearInterval(timer),
    });
    const patched = tus.patch(person, address, 0, body);
    await expect.poll(() => test.deps.storage.partials.size(id)).toBeGreaterThanOrEqual(MIB);
    await change(person.id);
    const changed = performance.now();
    const reply = await patched;
    clearInterval(timer);
    expect([reply.status, reply.body.code]).toEqual([403, 'NOT_ALLOWED']);
    expect(performance.now() - changed).toBeLessThan(5000);
    const row = await test.db
      .selectFrom('upload_sessions')
      .select('received')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.received).toBeGreaterThanOrEqual(MIB);
    expect(await test.deps.storage.partials.size(id)).toBe(row.received);
  });
});
