import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, truncate } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#server/platform/viewer.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addDraft, createTusCalls, SESSIONS } from '#test/harness/tus-calls.ts';
import { completeSession } from './actions.ts';

let test: TestApp;
let tus: ReturnType<typeof createTusCalls>;
let port: number;
let leaker: Person;
let resourceId: string;

beforeAll(async () => {
  test = await startTestApp();
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(origin).port);
  tus = createTusCalls(origin);
});

afterAll(() => test.stop());

beforeEach(async () => {
  leaker = await test.addPerson('leaker');
  resourceId = await addDraft(test, leaker.id);
});

const begin = (size: number, path: string = randomUUID()) => tus.begin(leaker, size, { resourceId, path });
const idOf = (address: string): string => address.slice(SESSIONS.length + 1);
const rowOf = (address: string) =>
  test.db.selectFrom('upload_sessions').selectAll().where('id', '=', idOf(address)).executeTakeFirst();
const partialOf = (address: string): string => join(test.folder, 'files', 'partial', idOf(address));

const isLocked = async (address: string): Promise<boolean> => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 712021
    and objid::bigint = (hashtext(${idOf(address)})::bigint & 4294967295)`.execute(test.db);
  return rows.length > 0;
};

/** Opens a connection, announces a million bytes and sends only the given content. */
const startSending = (address: string, content: string | Uint8Array) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `PATCH ${address} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${leaker.headers.cookie}\r\n` +
      'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Length: 1000000\r\n' +
      'Content-Type: application/offset+octet-stream\r\n\r\n',
  );
  socket.write(content);
  return socket;
};

describe('an upload', () => {
  it('is not created on a 503: losing the lock connection leaves nothing that blocks a retry', async () => {
    // The first upload opens the lock connection.
    await begin(10);
    const away: number[] = [];
    for (let time = 0; time < 30 && away.length === 0; time += 1) {
      const path = randomUUID();
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and query like '%advisory%hashtext($2)) as done'`.execute(test.db);
      // The connection is restored within a fraction of a second, but a slow machine may need another attempt.
      const reply = await tus.create(leaker, 10, { resourceId, path });
      const found = await test.db.selectFrom('upload_sessions').select('id').where('path', '=', path).execute();
      expect(found).toHaveLength(reply.status === 201 ? 1 : 0);
      if (reply.status !== 201) away.push(reply.status);
      else await tus.send('DELETE', reply.headers.get('location') ?? '', leaker);
    }
    expect(away).toEqual([503]);
    // Locks work again, and the same file is accepted.
    await expect.poll(async () => (await tus.create(leaker, 10, { resourceId, path: 'again.mov' })).status).toBe(201);
  });

  it('is created, continued, queried and completed', async () => {
    const content = randomBytes(3_000_000);
    const created = await tus.create(leaker, content.length, {
      resourceId,
      path: 'Folder/clip.mov',
      modifiedAt: '2026-11-01T10:00:00.000Z',
    });
    expect(created.status).toBe(201);
    const address = created.headers.get('location') ?? '';
    expect(address).toMatch(/^\/api\/uploads\/sessions\/[0-9a-f-]{36}$/);
    expect(created.headers.get('tus-resumable')).toBe('1.0.0');
    expect(created.headers.get('access-control-allow-origin')).toBeNull();
    expect(created.headers.get('x-content-type-options')).toBe('nosniff');

    const first = await tus.patch(leaker, address, 0, content.subarray(0, 1_000_001));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000001']);
    const asked = await tus.head(leaker, address);
    expect(asked.status).toBe(200);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'upload-offset': '1000001',
      'upload-length': '3000000',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    });
    const early = await tus.complete(leaker, address);
    expect([early.status, early.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    const rest = await tus.patch(leaker, address, 1_000_001, content.subarray(1_000_001));
    expect(rest.headers.get('upload-offset')).toBe('3000000');
    expect((await readFile(partialOf(address))).equals(content)).toBe(true);

    const done = await tus.complete(leaker, address);
    expect(done.status).toBe(201);
    expect(done.body).toEqual({
      id: idOf(address),
      path: 'Folder/clip.mov',
      isBundle: false,
      size: 3_000_000,
      received: 3_000_000,
      modifiedAt: '2026-11-01T10:00:00.000Z',
      state: 'CHECKING',
      step: 'reading',
      checked: 0,
      refusal: null,
    });
    expect(await tus.complete(leaker, address)).toMatchObject({ status: 201, body: done.body });
    expect((await tus.end(leaker, address)).status).toBe(423);
    expect((await tus.patch(leaker, address, 3_000_000, '')).status).toBe(423);
  });

  it('can be empty, and is then complete immediately', async () => {
    const address = await begin(0);
    expect((await tus.complete(leaker, address)).status).toBe(201);
  });

  it('frees its bytes, its path and its reserved space when cancelled', async () => {
    const address = await begin(10, 'a.txt');
    await tus.patch(leaker, address, 0, 'hello');
    expect((await tus.end(leaker, address)).status).toBe(204);
    await expect(readFile(partialOf(address))).rejects.toThrow('ENOENT');
    expect(await rowOf(address)).toBeUndefined();
    expect((await tus.head(leaker, address)).status).toBe(404);
    expect((await tus.end(leaker, address)).status).toBe(404);
    await begin(10, 'a.txt');
  });

  it('resumes after the acknowledged bytes, whatever a killed process wrote beyond them', async () => {
    const address = await begin(8);
    await tus.patch(leaker, address, 0, 'good');
    await test.db.updateTable('upload_sessions').set({ received: 2 }).where('id', '=', idOf(address)).execute();
    expect((await tus.head(leaker, address)).headers.get('upload-offset')).toBe('2');
    expect((await tus.patch(leaker, address, 2, 'lden')).headers.get('upload-offset')).toBe('6');
    expect(await readFile(partialOf(address), 'utf8')).toBe('golden');
  });

  it('falls back to the bytes on disk if acknowledged ones were lost', async () => {
    const address = await begin(8);
    await tus.patch(leaker, address, 0, 'goodness');
    await truncate(partialOf(address), 4);
    expect((await tus.complete(leaker, address)).body.code).toBe('UPLOAD_INCOMPLETE');
    expect((await tus.patch(leaker, address, 8, '')).status).toBe(409);
    expect((await tus.head(leaker, address)).headers.get('upload-offset')).toBe('4');
    expect(await rowOf(address)).toMatchObject({ received: 4 });
    expect((await tus.patch(leaker, address, 4, 'bye!')).status).toBe(204);
    expect((await tus.complete(leaker, address)).status).toBe(201);
  });

  it('is changed only when resumed, not when queried', async () => {
    const address = await begin(8);
    await tus.patch(leaker, address, 0, 'goodness');
    await truncate(partialOf(address), 4);
    expect((await tus.head(leaker, address)).headers.get('upload-offset')).toBe('4');
    expect(await rowOf(address)).toMatchObject({ received: 8 });
    expect((await tus.patch(leaker, address, 4, 'bye!')).status).toBe(204);
    expect(await rowOf(address)).toMatchObject({ received: 8 });
    expect(await readFile(partialOf(address), 'utf8')).toBe('goodbye!');
  });

  it('is measured before any lock is taken for its completion', async () => {
    const address = await begin(5);
    await tus.patch(leaker, address, 0, 'hello');
    const { storage } = test.deps;
    let held: number | undefined;
    const size: typeof storage.partials.size = async (id) => {
      const open = sql`select from pg_stat_activity where datname = current_database() and state like 'idle in tr%'
        and query like '%upload_sessions%'`;
      held = (await open.execute(test.db)).rows.length;
      return await storage.partials.size(id);
    };
    const deps = { ...test.deps, storage: { ...storage, partials: { ...storage.partials, size } } };
    const viewer = { id: leaker.id } as Viewer;
    expect(await completeSession(deps, viewer, idOf(address), undefined)).toMatchObject({ state: 'CHECKING' });
    expect(held).toBe(0);
  });

  it('keeps the bytes received before the connection was cut', async () => {
    const address = await begin(1_000_000);
    const content = randomBytes(300_000);
    const socket = startSending(address, content);
    await expect.poll(() => isLocked(address)).toBe(true);
    const second = await tus.patch(leaker, address, 0, 'other');
    expect([second.status, second.body.code]).toEqual([423, 'UPLOAD_BUSY']);
    expect((await tus.head(leaker, address)).headers.get('upload-offset')).toBe('0');
    socket.resume().end();
    await once(socket, 'close');
    await expect.poll(async () => (await tus.head(leaker, address)).headers.get('upload-offset')).toBe('300000');
    expect((await readFile(partialOf(address))).equals(content)).toBe(true);
  });

  it('can be cancelled while it is still being written', async () => {
    const address = await begin(1_000_000);
    const socket = startSending(address, 'some');
    await expect.poll(() => isLocked(address)).toBe(true);
    expect((await tus.end(leaker, address)).status).toBe(204);
    expect(await rowOf(address)).toBeUndefined();
    socket.destroy();
  });
});

describe('a bundle', () => {
  const files = [
    { path: 'Icons/a.txt', size: 3 },
    { path: 'Icons/../b.txt', size: 2 },
  ];

  it('lists its files on completion', async () => {
    const address = await tus.begin(leaker, 5, { resourceId, bundle: '2' });
    await tus.patch(leaker, address, 0, 'aaabb');
    const done = await tus.complete(leaker, address, files);
    expect(done).toMatchObject({ status: 201, body: { isBundle: true, path: '2 small files', state: 'CHECKING' } });
    expect((await rowOf(address))?.manifest).toEqual([
      { path: 'Icons/a.txt', size: 3 },
      { path: 'Icons/b.txt', size: 2 },
    ]);
  });

  it.each([
    ['no files', [], 400],
    ['sizes that do not add up', [{ path: 'a', size: 4 }], 400],
    ['an empty name', [{ path: '..', size: 5 }], 400],
    [
      'a duplicate path',
      [
        { path: 'a', size: 2 },
        { path: './a', size: 3 },
      ],
      409,
    ],
    [
      'a file that is also a folder',
      [
        { path: 'a', size: 2 },
        { path: 'a/b', size: 3 },
      ],
      409,
    ],
    ['a path that is taken', [{ path: 'taken.txt', size: 5 }], 409],
  ])('is refused with %s', async (_name, told, status) => {
    await begin(1, 'taken.txt');
    const address = await tus.begin(leaker, 5, { resourceId, bundle: '2' });
    await tus.patch(leaker, address, 0, 'aaabb');
    expect((await tus.complete(leaker, address, told)).status).toBe(status);
    expect(await rowOf(address)).toMatchObject({ state: 'RECEIVING' });
  });
});

describe('an upload of someone else', () => {
  it.each([
    ['a visitor', null, 401],
    ['a member', 'member', 403],
    ['another leaker', 'leaker', 404],
    ['an admin', 'admin', 404],
  ] as const)('cannot be accessed by %s', async (_name, role, status) => {
    const other = role ? await test.addPerson(role) : null;
    const address = await begin(10);
    expect((await tus.head(other, address)).status).toBe(status);
    expect((await tus.patch(other, address, 0, 'hello')).status).toBe(status);
    expect((await tus.end(other, address)).status).toBe(status);
    expect((await tus.create(other, 1, { resourceId, path: 'b' })).status).toBe(status);
    expect(await rowOf(address)).toMatchObject({ received: 0 });
    expect(
      createHash('sha256')
        .update(await readFile(partialOf(address)))
        .digest('hex'),
    ).toMatch(/^e3b0c442/);
  });
});
