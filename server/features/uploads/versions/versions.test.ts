// New versions of assets: what they change, who sees them when, what stays downloadable, and who is notified.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '#contract/downloads/receipts.ts';
import { directDownloadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import type { PastDownload } from '#contract/resources/bookmarks.ts';
import type { ResourceVersion } from '#contract/resources/versions.ts';
import type { OwnUpload, UploadLine } from '#contract/uploads/api.ts';
import type { VersionChanges } from '#contract/uploads/versions.ts';
import type { ReviewItem } from '#contract/uploads/workbench.ts';
import { purgeUploads } from '#server/features/uploads/jobs.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { notificationsOf } from '#test/harness/notifications.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';
import { metadataOf, SESSIONS } from '#test/harness/tus-calls.ts';

let test: TestApp;
let leaker: Person;
let admin: Person;
let member: Person;
/** An approved asset with three files. */
let id: string;

const LARGE = randomBytes(60_000);
const FILES = { 'keep.bin': LARGE, 'old/gone.txt': 'gone', 'clip.txt': 'first cut' };
const BYTES = LARGE.length + 4 + 9;

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  member = await test.addPerson('member');
});
afterAll(() => test.stop());
beforeEach(async () => {
  leaker = await test.addPerson('leaker');
  id = await addResource(test, { authorId: leaker.id, title: 'Grain pack', tags: ['grainy'], files: FILES });
  await test.db
    .updateTable('resources')
    .set({ rights_declared_at: new Date(), approved_at: test.deps.now() })
    .where('id', '=', id)
    .execute();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, person?: Person, payload?: object) =>
  test.call({ method, url, ...(payload ? { payload } : {}) }, person);
const get = async <T>(url: string, person?: Person): Promise<T> => {
  const reply = await call('GET', url, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const outcomeOf = async (method: Method, url: string, person: Person | undefined, payload?: object) => {
  const reply = await call(method, url, person, payload);
  return [reply.statusCode, reply.body && reply.json<{ code?: string }>().code];
};

const start = async (note = 'A new cut.', resource = id): Promise<OwnUpload> => {
  const reply = await call('POST', `/api/uploads/${resource}/versions`, leaker, { note });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const send = async (resourceId: string, path: string, body: string | Uint8Array) => {
  const session = await addArrival(test, { userId: leaker.id, resourceId, path, body });
  await runCheck(test, session);
};
const decide = (upload: string, status: string, reason?: string) =>
  call('PUT', `/api/admin/uploads/${upload}/status`, admin, { status, ...(reason ? { reason } : {}) });

/** Replaces one file, adds one and removes one, and submits the version. */
const change = async (versionId: string) => {
  await send(versionId, 'clip.txt', 'second cut, longer');
  await send(versionId, 'new/extra.txt', 'extra');
  expect((await call('DELETE', `/api/uploads/${versionId}/files?path=old/`, leaker)).statusCode).toBe(204);
  const reply = await call('POST', `/api/uploads/${versionId}/submit`, leaker);
  expect(reply.statusCode, reply.body).toBe(200);
};
/** Publishes version 2. @returns the id that its upload had */
const publish = async (note?: string): Promise<string> => {
  const { id: versionId } = await start(note);
  await change(versionId);
  const reply = await decide(versionId, 'APPROVED');
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toMatchObject({ id, status: 'APPROVED', newVersion: null });
  return versionId;
};

const pathsOf = async (resource = id): Promise<string[]> => {
  const rows = await test.db.selectFrom('resource_files').select('path').where('resource_id', '=', resource).execute();
  return rows.map(({ path }) => path).sort();
};
const versionsOf = async (person?: Person) =>
  get<{ current: number; versions: ResourceVersion[] }>(`/api/resources/${id}/versions`, person);
const usedBy = async (person: Person) => (await get<{ used: number }>('/api/leaker/space', person)).used;

describe('a new version', () => {
  it('starts with the files of the asset, which count once', async () => {
    const before = await usedBy(leaker);
    const version = await start('Sharper.');
    expect(version).toMatchObject({
      version: 2,
      versionOf: { id, note: 'Sharper.' },
      submittedAt: null,
      fileCount: 3,
      fileSize: BYTES,
    });
    expect(await usedBy(leaker)).toBe(before);
    expect((await get<OwnUpload>(`/api/uploads/${id}`, leaker)).nextVersion).toBe(version.id);
    await send(version.id, 'clip.txt', 'second cut, longer');
    expect(await usedBy(leaker)).toBe(before + 18);
    await send(version.id, 'copy.bin', LARGE);
    expect(await usedBy(leaker)).toBe(before + 18);
  });

  it('is seen by nobody but its creator and administrators, wherever assets are shown', async () => {
    const { id: versionId } = await start();
    await send(versionId, 'sub/secret.txt', 'secret');
    const shown = async (person?: Person) => {
      const search = await call('GET', '/api/resources?search=grainy&limit=50', person);
      const uploads = await call('GET', `/api/users/${leaker.username}/uploads`, person);
      const related = await call('GET', `/api/resources/${id}/related`, person);
      const feed = await call('GET', `/feed.xml?author=${leaker.username}`);
      const sitemap = await call('GET', '/sitemap.xml');
      const palette = await call('GET', '/api/search?q=grain', person);
      return [search, uploads, related, feed, sitemap, palette].map(({ body }) => body).join('\n');
    };
    const hidden = async (person?: Person) => {
      expect(await shown(person)).not.toContain(versionId);
      const paths = ['', '/files', '/stage', '/versions', '/sha256sums', '/download-url'];
      for (const path of paths)
        expect((await call('GET', `/api/resources/${versionId}${path}`, person)).statusCode, path).toBe(404);
    };
    await hidden();
    await hidden(member);
    expect(await shown(leaker)).not.toContain(versionId);
    await change(versionId);
    await hidden(member);
    await decide(versionId, 'APPROVED');
    // Now the id stands for the earlier files, which nobody opens as an asset.
    await hidden(member);
    await hidden(leaker);
    await hidden(admin);
    expect(await outcomeOf('GET', `/api/uploads/${versionId}`, leaker)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await outcomeOf('POST', `/api/uploads/${versionId}/like`, member)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('can never be made public by the database', async () => {
    const { id: versionId } = await start();
    const approve = test.db.updateTable('resources').set({ status: 'APPROVED' }).where('id', '=', versionId).execute();
    await expect(approve).rejects.toThrow('resources_version_hidden');
  });

  it('leaves counters, profile and statistics as they are', async () => {
    const count = async () => ({
      all: (await test.db.selectFrom('facet_counts').select('count').where('kind', '=', 'all').executeTakeFirst())
        ?.count,
      profile: (await get<{ uploads: number }>(`/api/users/${leaker.username}`, leaker)).uploads,
      own: await get<object>('/api/users/stats', leaker),
    });
    const before = await count();
    const { id: versionId } = await start();
    await change(versionId);
    const { own, ...rest } = await count();
    expect(rest).toEqual({ all: before.all, profile: before.profile });
    expect(own).toMatchObject({ totalUploads: 1, totalStorage: BYTES + 18 + 5 });
  });

  it('is the only one at a time', async () => {
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((note) => outcomeOf('POST', `/api/uploads/${id}/versions`, leaker, { note })),
    );
    expect(replies.map(([status]) => status).sort()).toEqual([201, 409, 409]);
    expect(await outcomeOf('POST', `/api/uploads/${id}/versions`, leaker, { note: 'x' })).toEqual([
      409,
      'VERSION_OPEN',
    ]);
    const { nextVersion } = await get<OwnUpload>(`/api/uploads/${id}`, leaker);
    expect((await call('DELETE', `/api/uploads/${nextVersion}`, leaker)).statusCode).toBe(204);
    expect((await start()).version).toBe(2);
  });

  it('is refused for other people, for uploads that wait and without a note', async () => {
    expect(await outcomeOf('POST', `/api/uploads/${id}/versions`, member, { note: 'x' })).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
    expect(await outcomeOf('POST', `/api/uploads/${id}/versions`, leaker, { note: ' ' })).toEqual([400, 'BAD_INPUT']);
    const { id: versionId } = await start();
    const nested = await outcomeOf('POST', `/api/uploads/${versionId}/versions`, leaker, { note: 'x' });
    expect(nested).toEqual([409, 'VERSION_NEEDS_APPROVAL']);
  });

  it('needs a change before it is submitted, and takes no other details', async () => {
    const { id: versionId } = await start();
    const submit = () => outcomeOf('POST', `/api/uploads/${versionId}/submit`, leaker);
    expect(await submit()).toEqual([409, 'VERSION_UNCHANGED']);
    await send(versionId, 'clip.txt', 'first cut');
    expect(await submit()).toEqual([409, 'VERSION_UNCHANGED']);
    const details = {
      title: 'Other',
      description: 'Other.',
      category: 'Free',
      type: 'overlay',
      editor: 'After Effects',
      editorMinVersion: null,
      tags: [],
      licence: 'CC0',
      rightsDeclared: true,
      saleDeclared: false,
    };
    expect(await outcomeOf('PUT', `/api/uploads/${versionId}`, leaker, details)).toEqual([409, 'VERSION_DETAILS']);
    const edit = await outcomeOf('PATCH' as Method, `/api/admin/uploads/${versionId}`, admin, { title: 'Other' });
    expect(edit).toEqual([409, 'VERSION_DETAILS']);
    expect((await call('PUT', `/api/uploads/${id}`, leaker, details)).statusCode).toBe(200);
    expect(await get<OwnUpload>(`/api/uploads/${versionId}`, leaker)).toMatchObject({ title: 'Other', licence: 'CC0' });
  });

  it('is not hidden, but rejected', async () => {
    const { id: versionId } = await start();
    await change(versionId);
    const hiding = { hidden: true, reason: 'A notice.' };
    const refused = await outcomeOf('PUT', `/api/admin/uploads/${versionId}/hidden`, admin, hiding);
    expect(refused).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await decide(versionId, 'REJECTED', 'A notice.')).statusCode).toBe(200);
  });

  it('takes no more files once its asset is deleted', async () => {
    const { id: versionId } = await start();
    const startUpload = async (path: string) => {
      const headers = {
        ...{ 'tus-resumable': '1.0.0', 'upload-length': '5' },
        'upload-metadata': metadataOf({ resourceId: versionId, path }),
      };
      const reply = await test.call({ method: 'POST', url: SESSIONS, headers }, leaker);
      return [reply.statusCode, reply.body && reply.json<{ code?: string }>().code];
    };
    expect((await startUpload('more.txt'))[0]).toBe(201);
    expect((await call('DELETE', `/api/uploads/${id}`, leaker)).statusCode).toBe(204);
    expect(await startUpload('again.txt')).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const open = await test.db
      .selectFrom('upload_sessions')
      .select('id')
      .where('resource_id', '=', versionId)
      .execute();
    expect(open).toEqual([]);
  });

  it('keeps the file that a refused one would have replaced', async () => {
    const { id: versionId } = await start();
    // A folder can't take the place of a file.
    await send(versionId, 'clip.txt/inside.txt', 'x');
    const session = await addArrival(test, {
      userId: leaker.id,
      resourceId: versionId,
      path: 'clip.txt',
      body: 'x',
      size: 9,
    });
    await runCheck(test, session, { isLastAttempt: true }).catch(() => null);
    const upload = await get<OwnUpload>(`/api/uploads/${versionId}`, leaker);
    expect(upload.sessions.some(({ state }) => state === 'REFUSED')).toBe(true);
    expect(upload).toMatchObject({ fileCount: 3, fileSize: BYTES });
    expect((await get<Resource>(`/api/resources/${id}`)).fileSize).toBe(BYTES);
  });
});

describe('the review of a version', () => {
  it('shows file by file what changes', async () => {
    const { id: versionId } = await start('Second cut.');
    await change(versionId);
    const changes = await get<VersionChanges>(`/api/uploads/${versionId}/changes`, admin);
    expect(changes).toEqual({
      added: { files: 1, bytes: 5 },
      replaced: { files: 1, bytes: 18 },
      removed: { files: 1, bytes: 4 },
      unchanged: { files: 1, bytes: LARGE.length },
      files: [
        { kind: 'replaced', path: 'clip.txt', sizeBefore: 9, size: 18 },
        { kind: 'added', path: 'new/extra.txt', sizeBefore: null, size: 5 },
        { kind: 'removed', path: 'old/gone.txt', sizeBefore: 4, size: null },
      ],
    });
    const item = await get<ReviewItem>(`/api/admin/review/${versionId}`, admin);
    expect(item.upload).toMatchObject({ newVersion: 2, versionOf: { id, note: 'Second cut.' } });
    expect(item.duplicates.map((duplicate) => duplicate.id)).not.toContain(id);
    expect(await outcomeOf('GET', `/api/uploads/${versionId}/changes`, member)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await outcomeOf('GET', `/api/uploads/${id}/changes`, leaker)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('keeps the asset public and unchanged until the version is approved', async () => {
    const before = await get<Resource>(`/api/resources/${id}`);
    const { id: versionId } = await start();
    await change(versionId);
    expect(await get<Resource>(`/api/resources/${id}`)).toEqual(before);
    await decide(versionId, 'REJECTED', 'Too short.');
    expect(await get<Resource>(`/api/resources/${id}`)).toEqual(before);
    const { uploads } = await get<{ uploads: UploadLine[] }>('/api/leaker/uploads', leaker);
    expect(uploads).toMatchObject([
      { id: versionId, newVersion: 2, status: 'REJECTED' },
      { id, newVersion: null },
    ]);
    await runJobs(test);
    const [mail] = await mailsTo(test, leaker.email);
    expect(mail?.text).toContain('Grain pack (version 2)');
    await call('POST', `/api/uploads/${versionId}/submit`, leaker);
    expect((await decide(versionId, 'APPROVED')).statusCode).toBe(200);
  });

  it('makes an approved version current, at the same address with the same counters', async () => {
    await call('POST', `/api/uploads/${id}/like`, member);
    const before = await get<Resource>(`/api/resources/${id}`);
    const versionId = await publish('Second cut.');
    expect(await pathsOf()).toEqual(['clip.txt', 'keep.bin', 'new/extra.txt']);
    expect(await pathsOf(versionId)).toEqual(['clip.txt', 'keep.bin', 'old/gone.txt']);
    const after = await get<Resource>(`/api/resources/${id}`);
    expect(after).toMatchObject({ version: 2, likes: 1, createdAt: before.createdAt, fileSize: LARGE.length + 18 + 5 });
    expect(await versionsOf()).toMatchObject({
      current: 2,
      versions: [
        { number: 2, note: 'Second cut.', fileCount: 3, fileSize: LARGE.length + 18 + 5 },
        { number: 1, note: '', fileCount: 3, fileSize: BYTES },
      ],
    });
    const decisions = await test.db
      .selectFrom('resource_decisions')
      .select('status')
      .where('resource_id', '=', id)
      .execute();
    expect(decisions).toEqual([{ status: 'APPROVED' }]);
    expect((await decide(versionId, 'APPROVED')).statusCode).toBe(404);
  });

  it('waits while the asset itself is not public', async () => {
    const { id: versionId } = await start();
    await change(versionId);
    await decide(id, 'PENDING');
    expect((await decide(versionId, 'APPROVED')).json()).toMatchObject({ code: 'VERSION_NEEDS_APPROVAL' });
    await decide(id, 'APPROVED');
    expect((await decide(versionId, 'APPROVED')).statusCode).toBe(200);
  });

  it('erases a version that an administrator deletes', async () => {
    const { id: versionId } = await start();
    await change(versionId);
    expect((await call('DELETE', `/api/admin/uploads/${versionId}`, admin)).statusCode).toBe(204);
    expect(await pathsOf(versionId)).toEqual([]);
    expect(await pathsOf()).toEqual(Object.keys(FILES).sort());
    expect((await start()).version).toBe(2);
  });
});

describe('a download', () => {
  const zipOf = async (selection?: string) => {
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, undefined, selection));
    return { browser, address, reply: await browser.call(address) };
  };

  it('keeps to the version of its ticket, byte by byte', async () => {
    const { browser, address, reply } = await zipOf();
    const unused = await openBrowser(test);
    const later = await unused.ticketFor(directDownloadPath(id, 'clip.txt'));
    await publish();
    const whole = await browser.call(address);
    expect(whole.headers.etag).toBe(reply.headers.etag);
    expect(whole.rawPayload.equals(reply.rawPayload)).toBe(true);
    const part = await browser.call(address, { range: 'bytes=1000-', 'if-range': String(reply.headers.etag) });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(reply.rawPayload.subarray(1000))).toBe(true);
    expect((await unused.call(later)).body).toBe('first cut');
    expect((await zipOf()).reply.headers.etag).not.toBe(reply.headers.etag);
  });

  it('of an earlier version stays the same if an unchanged file was sent again for the new one', async () => {
    const { reply } = await zipOf();
    const { id: versionId } = await start();
    expect((await call('DELETE', `/api/uploads/${versionId}/files?path=keep.bin`, leaker)).statusCode).toBe(204);
    test.moveClock(5000);
    await send(versionId, 'keep.bin', LARGE);
    await change(versionId);
    expect((await decide(versionId, 'APPROVED')).statusCode).toBe(200);
    const again = await zipOf('v1');
    expect(again.reply.rawPayload.equals(reply.rawPayload)).toBe(true);
  });

  it('of an earlier version has a receipt of that version', async () => {
    await publish();
    const person = await test.addPerson();
    const browser = openBrowser(test);
    browser.signIn(person);
    await browser.call(await browser.ticketFor(directDownloadPath(id, undefined, 'v1')));
    const listed = () => get<{ receipts: { id: string }[] }>('/api/user/receipts', person);
    await expect.poll(async () => (await listed()).receipts.length, { timeout: 15_000 }).toBe(1);
    const [issued] = (await listed()).receipts;
    const { receipt } = await get<{ receipt: Receipt }>(`/api/receipts/${issued?.id}`);
    expect(receipt).toMatchObject({ asset: { version: 1 }, fileCount: 3 });
    expect(receipt.files.map(({ path }) => path)).toContain('old/gone.txt');
  });

  it('gets the ZIP of an earlier version', async () => {
    const first = await zipOf();
    await publish();
    const earlier = await zipOf('v1');
    expect(earlier.reply.statusCode).toBe(200);
    expect(earlier.reply.headers['content-disposition']).toContain('(version 1).zip');
    expect(earlier.reply.rawPayload.equals(first.reply.rawPayload)).toBe(true);
    expect((await call('GET', `/api/resources/${id}/download-url?selection=v7`)).statusCode).toBe(404);
    const { id: open } = await start();
    expect((await call('GET', `/api/resources/${id}/download-url?selection=v3`)).statusCode).toBe(404);
    await call('DELETE', `/api/uploads/${open}`, leaker);
  });

  it('is finished after its version was deleted, and not begun again', async () => {
    await publish();
    const { browser, address, reply } = await zipOf('v1');
    expect(await outcomeOf('DELETE', `/api/uploads/${id}/versions/1`, leaker)).toEqual([204, '']);
    expect(await outcomeOf('DELETE', `/api/uploads/${id}/versions/1`, leaker)).toEqual([404, 'VERSION_NOT_FOUND']);
    expect(await outcomeOf('DELETE', `/api/uploads/${id}/versions/2`, leaker)).toEqual([404, 'VERSION_NOT_FOUND']);
    const rest = await browser.call(address, { range: 'bytes=500-' });
    expect(rest.rawPayload.equals(reply.rawPayload.subarray(500))).toBe(true);
    expect((await call('GET', `/api/resources/${id}/download-url?selection=v1`)).statusCode).toBe(404);
    expect((await versionsOf()).versions.map(({ number }) => number)).toEqual([2]);
  });

  it('is marked in the history when the files have changed since', async () => {
    const marked = async () => (await get<{ downloads: PastDownload[] }>('/api/user/downloads', member)).downloads;
    const browser = openBrowser(test);
    browser.signIn(member);
    await browser.call(await browser.ticketFor(directDownloadPath(id)));
    await expect.poll(async () => (await marked()).length, { timeout: 15_000 }).toBe(1);
    await test.db.updateTable('resources').set({ updated_at: new Date() }).where('id', '=', id).execute();
    expect(await marked()).toMatchObject([{ updatedSince: false }]);
    test.moveClock(60_000);
    await publish();
    expect(await marked()).toMatchObject([{ updatedSince: true }]);
    await call('DELETE', `/api/uploads/${id}`, leaker);
  });
});

describe('earlier versions', () => {
  it('become current again as a new version', async () => {
    await publish();
    const reply = await call('POST', `/api/uploads/${id}/versions/1/restore`, leaker);
    expect([reply.statusCode, reply.json()]).toEqual([200, { number: 3 }]);
    expect(await pathsOf()).toEqual(Object.keys(FILES).sort());
    expect((await versionsOf()).versions.map(({ number, note }) => [number, note])).toEqual([
      [3, 'Back to version 1.'],
      [2, 'A new cut.'],
      [1, ''],
    ]);
    expect(await outcomeOf('POST', `/api/uploads/${id}/versions/3/restore`, leaker)).toEqual([
      404,
      'VERSION_NOT_FOUND',
    ]);
    expect(await outcomeOf('POST', `/api/uploads/${id}/versions/1/restore`, member)).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
    await start();
    expect(await outcomeOf('POST', `/api/uploads/${id}/versions/1/restore`, leaker)).toEqual([409, 'VERSION_OPEN']);
  });

  it('have a note that their creator can change', async () => {
    await publish();
    const url = `/api/uploads/${id}/versions`;
    expect(await outcomeOf('PUT', `${url}/1`, leaker, { note: ' The first one. ' })).toEqual([200, undefined]);
    expect((await versionsOf()).versions[1]?.note).toBe('The first one.');
    expect(await outcomeOf('PUT', `${url}/9`, leaker, { note: 'x' })).toEqual([404, 'VERSION_NOT_FOUND']);
    expect(await outcomeOf('PUT', `${url}/1`, member, { note: 'x' })).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('are erased with their stored files when the asset is', async () => {
    const versionId = await publish();
    await start();
    const keys = (
      await test.db
        .selectFrom('resource_files')
        .innerJoin('resources', 'resources.id', 'resource_files.resource_id')
        .select('storage_key')
        .where('author_id', '=', leaker.id)
        .execute()
    ).map((row) => row.storage_key);
    await call('DELETE', `/api/uploads/${id}`, leaker);
    expect(await usedBy(leaker)).toBe(0);
    const asked = new Date(test.deps.now().getTime() + 31 * 86_400_000);
    await purgeUploads.run(
      {},
      { ...test.deps, now: () => asked },
      {
        log: test.deps.log,
        signal: new AbortController().signal,
        attempt: 1,
        isLastAttempt: false,
      },
    );
    await runJobs(test);
    expect(await pathsOf(versionId)).toEqual([]);
    // Other tests have some of the same contents.
    const rows = await test.db.selectFrom('resource_files').select('storage_key').execute();
    const named = new Set(rows.map((row) => row.storage_key));
    const gone = keys.filter((key) => !named.has(key));
    expect(gone.length).toBeGreaterThan(2);
    for (const key of gone) expect(await test.deps.storage.stat(key), key).toBeNull();
  });
});

describe('the notification of a new version', () => {
  const newsOf = async (person: Person) =>
    (await notificationsOf(test, person)).filter(({ title }) => title.includes('updated Grain pack'));

  it('goes once to followers and to people who downloaded the asset', async () => {
    const [follower, downloader, both, stranger] = await Promise.all([0, 1, 2, 3].map(() => test.addPerson('member')));
    if (!follower || !downloader || !both || !stranger) throw new Error('no people');
    for (const person of [follower, both]) await call('POST', `/api/users/${leaker.username}/follow`, person);
    for (const person of [downloader, both])
      await test.db
        .insertInto('downloads')
        .values({
          resource_id: id,
          user_id: person.id,
          person: `u:${person.id}`,
          day: '2026-01-01',
          created_at: '2026-01-01T00:00:00Z',
        })
        .execute();
    await publish('Now with an extra file.');
    await runJobs(test);
    for (const person of [follower, downloader, both])
      expect(await newsOf(person)).toMatchObject([
        { line: 'Version 2: Now with an extra file.', href: `/resources/${id}#versions` },
      ]);
    expect(await newsOf(stranger)).toEqual([]);
    await call('POST', `/api/uploads/${id}/versions/1/restore`, leaker);
    await runJobs(test);
    expect(await newsOf(both)).toHaveLength(1);
  });
});
