// Deleting, restoring, purging and hiding uploads: what is removed, and that a restored upload is unchanged.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { purgeUploads } from '#server/features/uploads/jobs.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';
import { beginDraft } from '#test/harness/uploads.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
let leaker: Person;
let site: string;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  site = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Asked = { by?: Person | null; body?: object; app?: TestApp };
/** Sends a request as the administrator or as the given person; null sends it as a visitor. */
const call = (method: Method, path: string, { by = admin, body, app = test }: Asked = {}) =>
  app.call({ method, url: `/api${path}`, ...(body ? { payload: body } : {}) }, by ?? undefined);
const remove = (id: string, app = test) => call('DELETE', `/admin/uploads/${id}`, { app });
const restore = (id: string, app = test) => call('POST', `/admin/uploads/${id}/restore`, { app });
const hide = (id: string, hidden: boolean, reason?: string) =>
  call('PUT', `/admin/uploads/${id}/hidden`, { body: { hidden, ...(reason === undefined ? {} : { reason }) } });
const codeOf = (reply: { statusCode: number; json<T>(): T }) => [reply.statusCode, reply.json<{ code: string }>().code];
const actionsOf = async (id: string) =>
  (await test.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  );
const subjectsTo = async ({ email }: Person) => (await mailsTo(test, email)).map(({ subject }) => subject);
const isThere = async (id: string) =>
  (await test.db.selectFrom('resources').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
const keyOf = async (id: string) =>
  (
    await test.db
      .selectFrom('resource_files')
      .select('storage_key')
      .where('resource_id', '=', id)
      .executeTakeFirstOrThrow()
  ).storage_key;
const isStored = async (key: string) => (await test.deps.storage.stat(key).catch(() => null)) !== null;
const purge = async () => {
  const { log } = test.deps;
  const helpers = { log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await purgeUploads.run({}, test.deps, helpers);
  await runJobs(test);
};

/** Moves the clock by days and logs the person in again. */
const waitDays = async (days: number) => {
  test.moveClock(days * DAY_MS + 60_000);
  other.moveClock(days * DAY_MS + 60_000);
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker');
};

/** Everything stored about an upload, and all counters that include it. */
const recordOf = async (id: string, author: Person) => {
  const row = await test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(test.db)).rows;
  return {
    row,
    files: await rows(sql`select * from resource_files where resource_id = ${id} order by path`),
    likes: await rows(sql`select * from likes where resource_id = ${id} order by user_id`),
    entry: await rows(sql`select id, created_at, terms::text, places::text from search_entries where id = ${id}`),
    facets: await rows(sql`select * from facet_counts where count <> 0 order by kind, value`),
    words: await rows(sql`select * from search_words order by word`),
    author: await rows(sql`select uploads_count, total_likes, reputation from users where id = ${author.id}`),
    listed: await rows(
      sql`select value, sum(step)::int from list_steps where list = 'resources' group by value order by value`,
    ),
  };
};

describe('a deleted upload', () => {
  it('is restored with files, likes, counts and place in the search, with an email each time', async () => {
    const author = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: author.id, title: 'Velvet smoke', tags: ['smoke'] });
    for (const person of [await test.addPerson(), await test.addPerson()])
      expect((await call('POST', `/uploads/${id}/like`, { by: person })).statusCode).toBe(200);
    const before = await recordOf(id, author);
    expect([before.row.likes, before.entry.length]).toEqual([2, 1]);

    expect((await remove(id)).statusCode).toBe(204);
    expect((await call('GET', `/resources/${id}`)).statusCode).toBe(404);
    expect((await recordOf(id, author)).author).toEqual([{ uploads_count: 0, total_likes: 0, reputation: 0 }]);
    expect((await recordOf(id, author)).entry).toEqual([]);

    const reply = await restore(id);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      expect.objectContaining({ id, status: 'APPROVED', deletedAt: null }),
    ]);
    expect(await recordOf(id, author)).toEqual(before);
    expect((await call('GET', `/resources/${id}`, { by: null })).statusCode).toBe(200);
    expect(await subjectsTo(author)).toEqual(['Your upload was deleted', 'Your upload was restored']);
    expect(await actionsOf(id)).toEqual(['upload.delete', 'upload.restore']);
  });

  it('is restored only once, within its time, and while its leaker exists', async () => {
    const author = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: author.id });
    expect(codeOf(await restore(id))).toEqual([409, 'UPLOAD_NOT_DELETED']);
    await remove(id);
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', author.id).execute();
    expect(codeOf(await restore(id))).toEqual([409, 'LEAKER_DELETED']);
    await test.db.updateTable('users').set({ deleted_at: null }).where('id', '=', author.id).execute();
    const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => restore(id, at % 2 === 0 ? test : other)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await actionsOf(id)).toEqual(['upload.delete', 'upload.restore']);
    await remove(id);
    const long = new Date(test.deps.now().getTime() - 30 * DAY_MS - 1000);
    await test.db.updateTable('resources').set({ deleted_at: long }).where('id', '=', id).execute();
    expect(codeOf(await restore(id))).toEqual([409, 'UPLOAD_NOT_DELETED']);
    expect(codeOf(await restore('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('that was never public is kept if an administrator deleted it, and erased if its leaker did', async () => {
    const [mine, theirs] = [await beginDraft(test, leaker), await beginDraft(test, leaker)];
    expect((await call('DELETE', `/uploads/${mine}`, { by: leaker })).statusCode).toBe(204);
    expect((await call('DELETE', `/uploads/${theirs}`)).statusCode).toBe(204);
    expect([await isThere(mine), await isThere(theirs)]).toEqual([false, true]);
    expect((await restore(theirs)).statusCode).toBe(200);
    expect((await call('GET', `/uploads/${theirs}`, { by: leaker })).statusCode).toBe(200);
  });

  it('lets a running download finish, but starts no new one', async () => {
    const large = randomBytes(24 * 1024 * 1024);
    const id = await addResource(test, { authorId: leaker.id, files: { 'large.bin': large } });
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, 'large.bin'));
    const [running] = (await once(httpGet(site + address, { headers: browser.headers() }), 'response')) as [
      IncomingMessage,
    ];
    const hash = createHash('sha256');
    let taken = 0;
    for await (const chunk of running as AsyncIterable<Buffer>) {
      hash.update(chunk);
      // Only the first bytes have arrived. The rest is far larger than any buffer.
      if (taken === 0) {
        expect((await remove(id)).statusCode).toBe(204);
        const again = await fetch(site + address, { headers: browser.headers() });
        expect(again.status).toBe(404);
        await again.arrayBuffer();
      }
      taken += chunk.length;
    }
    expect([taken, hash.digest('hex')]).toEqual([large.length, createHash('sha256').update(large).digest('hex')]);
    expect((await call('GET', '/stats', { by: null })).statusCode).toBe(200);
  }, 60_000);
});

describe('the purge', () => {
  it('removes content only if no other resource uses it', async () => {
    const [one, two] = [
      await addResource(test, { authorId: leaker.id, files: { 'shared.txt': 'The same' } }),
      await addResource(test, { authorId: leaker.id, files: { 'shared.txt': 'The same' } }),
    ];
    const key = await keyOf(one);
    await test.db.updateTable('resource_files').set({ storage_key: key }).where('resource_id', '=', two).execute();
    await remove(one);
    await waitDays(30);
    await purge();
    expect([await isThere(one), await isThere(two), await isStored(key)]).toEqual([false, true, true]);
    await remove(two);
    await waitDays(29);
    await purge();
    expect([await isThere(two), await isStored(key)]).toEqual([true, true]);
    await waitDays(1);
    await purge();
    expect([await isThere(two), await isStored(key)]).toEqual([false, false]);
  });

  it('continues if one upload cannot be erased, and retries that one later', async () => {
    const ids = await Promise.all(
      ['First', 'Stuck', 'Last'].map((title) => addResource(test, { authorId: leaker.id, title })),
    );
    for (const id of ids) {
      expect((await remove(id)).statusCode).toBe(204);
      test.moveClock(1000);
    }
    await sql`create function refuse_stuck() returns trigger language plpgsql as $$
      begin raise exception 'stuck'; end $$`.execute(test.ownerDb);
    await sql`create trigger refuse_stuck before delete on resources for each row when (old.title = 'Stuck')
      execute function refuse_stuck()`.execute(test.ownerDb);
    await waitDays(30);
    await purge();
    expect(await Promise.all(ids.map(isThere))).toEqual([false, true, false]);
    await sql`drop trigger refuse_stuck on resources`.execute(test.ownerDb);
    await purge();
    expect(await Promise.all(ids.map(isThere))).toEqual([false, false, false]);
  });
});

describe('a hidden upload', () => {
  it('disappears from listing and search immediately, keeps its status and returns unchanged', async () => {
    const author = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: author.id, title: 'Copper dust' });
    await call('POST', `/uploads/${id}/like`, { by: await test.addPerson() });
    const before = await recordOf(id, author);
    const hidden = await hide(id, true, 'A notice came.');
    expect(hidden.json()).toMatchObject({
      status: 'APPROVED',
      hiddenAt: expect.any(String),
      hiddenReason: 'A notice came.',
    });
    expect((await call('GET', `/resources/${id}`, { by: null })).statusCode).toBe(404);
    expect((await call('GET', `/resources/${id}`, { by: author })).statusCode).toBe(200);
    expect((await recordOf(id, author)).author).toEqual([{ uploads_count: 0, total_likes: 0, reputation: 0 }]);
    expect((await hide(id, true, 'Another reason.')).json()).toMatchObject({ hiddenReason: 'Another reason.' });
    expect((await hide(id, true, 'Another reason.')).statusCode).toBe(200);
    expect((await hide(id, false)).json()).toMatchObject({ hiddenAt: null, hiddenReason: null });
    expect((await hide(id, false)).statusCode).toBe(200);
    expect(await recordOf(id, author)).toEqual(before);
    expect(await actionsOf(id)).toEqual(['upload.hide', 'upload.hide', 'upload.show']);
    const mails = await mailsTo(test, author.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your upload was hidden',
      'Your upload was hidden',
      'Your upload is visible again',
    ]);
    expect(mails[0]?.text).toContain('Reason: A notice came.');
  });

  it('can be deleted and restored, and stays hidden', async () => {
    const author = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: author.id });
    await hide(id, true);
    await remove(id);
    expect(codeOf(await hide(id, false))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await restore(id);
    expect((await call('GET', `/resources/${id}`, { by: null })).statusCode).toBe(404);
    await hide(id, false);
    expect((await call('GET', `/resources/${id}`, { by: null })).statusCode).toBe(200);
  });
});
