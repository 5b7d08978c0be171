import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { changeStatus } from '#server/features/uploads/approval/actions.ts';
import { addArrival } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { beginDraft, details, takeStock } from '#test/harness/uploads.ts';
import { bodyOf, expectHarmless, hostileCases, literals } from '#test/hostile/hostile-inputs.ts';
import { purgeUploads } from './jobs.ts';

let test: TestApp;
let leaker: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
  other = await test.addPerson('leaker');
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, person?: Person, payload?: object) =>
  test.call({ method, url, ...(payload ? { payload } : {}) }, person);
const read = async (id: string, person = leaker): Promise<OwnUpload> => {
  const reply = await call('GET', `/api/uploads/${id}`, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const rowOf = (id: string) => test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();
const setStatus = (resourceId: string, status: 'PENDING' | 'APPROVED' | 'REJECTED', reason: string | null = null) =>
  test.db.transaction().execute((trx) =>
    changeStatus(trx, {
      resourceId,
      status,
      reason,
      by: { id: admin.id, name: admin.username },
      now: test.deps.now(),
    }),
  );
const addApproved = async (files: Record<string, string> = { 'a.txt': 'A', 'b/c.txt': 'BC', 'b/d.txt': 'D' }) => {
  const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', category: '3D', files });
  await setStatus(id, 'APPROVED');
  return id;
};
const categoryCount = async (category: string): Promise<number> => {
  const row = await test.db
    .selectFrom('facet_counts')
    .select('count')
    .where('kind', '=', 'category')
    .where('value', '=', category)
    .executeTakeFirst();
  return row?.count ?? 0;
};
const keysOf = async (resourceId: string): Promise<string[]> => {
  const rows = await test.db
    .selectFrom('resource_files')
    .select('storage_key')
    .where('resource_id', '=', resourceId)
    .execute();
  return rows.map((row) => row.storage_key);
};
const isStored = async (key: string): Promise<boolean> => (await test.deps.storage.stat(key)) !== null;

describe('a draft', () => {
  it('stores the details and waits for files', async () => {
    const reply = await call(
      'POST',
      '/api/uploads',
      leaker,
      details({ title: '  Light\tleaks ', tags: ['Film', 'film ', 'ＦＩＬＭ', 'Grain'], editor: 'premiere pro' }),
    );
    expect(reply.statusCode, reply.body).toBe(201);
    const draft = reply.json<OwnUpload>();
    expect(draft).toMatchObject({
      ...details({ title: 'Light leaks', tags: ['film', 'grain'], editor: 'Premiere Pro' }),
      status: 'PENDING',
      submittedAt: null,
      fileCount: 0,
      sessions: [],
      findings: [],
      reason: null,
      preview: { state: 'NONE', note: null },
    });
    expect(await read(draft.id)).toEqual(draft);
    expect((await read(draft.id, admin)).id).toBe(draft.id);
  });

  it('is visible only to its leaker and administrators, and in no list', async () => {
    const id = await beginDraft(test, leaker, { title: 'Zebrafish overlay' });
    for (const url of [`/api/uploads/${id}`, `/api/uploads/${id}/progress`]) {
      expect((await call('GET', url, other)).statusCode).toBe(404);
      expect((await call('GET', url)).statusCode).toBe(401);
    }
    expect((await call('GET', `/api/resources/${id}`, other)).statusCode).toBe(404);
    for (const person of [leaker, admin]) {
      const uploads = await call('GET', `/api/users/${leaker.username}/uploads`, person);
      expect(uploads.body).not.toContain(id);
    }
    expect((await call('GET', '/api/resources?search=zebrafish', leaker)).body).not.toContain(id);
  });

  it('is refused without the rights declaration or with a licence that is not allowed, and not stored', async () => {
    const before = await takeStock(test);
    for (const [changes, status, code] of [
      [{ rightsDeclared: false }, 409, 'RIGHTS_NOT_DECLARED'],
      [{ licence: 'CC BY-NC 4.0' }, 400, 'LICENCE_NOT_ALLOWED'],
      [{ category: 'Premium' }, 400, 'LICENCE_NOT_ALLOWED'],
      [{ title: '\u200b' }, 400, 'BAD_INPUT'],
      [{ tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, 400, 'BAD_INPUT'],
    ] as const) {
      const reply = await call('POST', '/api/uploads', leaker, { ...details(), ...changes });
      expect([reply.statusCode, reply.json().code], JSON.stringify(changes)).toEqual([status, code]);
    }
    for (const person of [undefined, await test.addPerson('member'), await test.addPerson('premium')])
      expect((await call('POST', '/api/uploads', person, details())).statusCode).toBe(person ? 403 : 401);
    expect(await takeStock(test)).toBe(before);
  });

  it('counts towards a daily limit per user', async () => {
    const strict = await startTestApp({ beside: test, limits: { newUploads: { limit: 2, windowSeconds: 86_400 } } });
    try {
      const person = await strict.addPerson('leaker');
      await beginDraft(strict, person);
      await beginDraft(strict, person);
      const third = await strict.call({ method: 'POST', url: '/api/uploads', payload: details() }, person);
      expect([third.statusCode, third.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    } finally {
      await strict.stop();
    }
  });
});

describe('progress', () => {
  it('reports sessions and findings in two statements plus that of the login session', async () => {
    const id = await beginDraft(test, leaker);
    const url = `/api/uploads/${id}/progress`;
    await addArrival(test, { userId: leaker.id, resourceId: id, path: 'one.txt', body: 'One' });
    const full = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { 'x.exe': 'MZ', y: 'y' } });
    await test.db
      .updateTable('resource_files')
      .set({ findings: JSON.stringify([{ code: 'executable', sentence: 'This is a program.' }]) })
      .where('resource_id', '=', full)
      .where('path', '=', 'x.exe')
      .execute();
    const statements = noteStatements(test);
    const reply = await call('GET', url, leaker);
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(reply.json()).toMatchObject({
      id,
      sessions: [{ path: 'one.txt', state: 'CHECKING', size: 3, received: 3, isBundle: false }],
    });
    expect((await call('GET', `/api/uploads/${full}/progress`, leaker)).json()).toMatchObject({
      fileCount: 2,
      findings: [{ code: 'executable', path: 'x.exe', sentence: 'This is a program.' }],
    });
  });
});

describe('a change', () => {
  it('of an approved resource keeps it approved and the counters correct', async () => {
    const id = await addApproved();
    const [before3D, beforeFree] = [await categoryCount('3D'), await categoryCount('Free')];
    const announced = Promise.withResolvers<string>();
    test.deps.bus.subscribe('resources', (changed) => {
      if (changed === id) announced.resolve(changed);
    });
    const reply = await call('PUT', `/api/uploads/${id}`, leaker, details({ title: 'Another name' }));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ ...details({ title: 'Another name' }), status: 'APPROVED' });
    expect(await announced.promise).toBe(id);
    expect([await categoryCount('3D'), await categoryCount('Free')]).toEqual([before3D - 1, beforeFree + 1]);
  });

  it('keeps the time of the first declaration, and can withdraw the sale declaration', async () => {
    const id = await beginDraft(test, leaker, { category: 'Premium', saleDeclared: true });
    const first = await rowOf(id);
    test.moveClock(60_000);
    await call('PUT', `/api/uploads/${id}`, leaker, details({ category: 'Free' }));
    const second = await rowOf(id);
    expect(second?.rights_declared_at).toEqual(first?.rights_declared_at);
    expect([first?.is_premium, second?.is_premium]).toEqual([true, false]);
    expect(second?.sale_declared_at).toBeNull();
    expect(first?.sale_declared_at).not.toBeNull();
  });

  it('of someone else’s resource is possible for administrators and is audited', async () => {
    const id = await beginDraft(test, leaker);
    const before = await takeStock(test);
    for (const person of [other, await test.addPerson('member')])
      expect((await call('PUT', `/api/uploads/${id}`, person, details({ title: 'Mine' }))).statusCode).toBe(404);
    expect((await call('PUT', `/api/uploads/${randomUUID()}`, leaker, details())).statusCode).toBe(404);
    expect((await call('PUT', `/api/uploads/${id}`, undefined, details())).statusCode).toBe(401);
    expect((await call('PUT', `/api/uploads/${id}`, leaker, details({ rightsDeclared: false }))).statusCode).toBe(409);
    expect(await takeStock(test)).toBe(before);
    const reply = await call('PUT', `/api/uploads/${id}`, admin, details({ title: 'Corrected' }));
    expect(reply.json()).toMatchObject({ title: 'Corrected' });
    const audit = await test.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute();
    expect(audit).toMatchObject([
      { action: 'upload.change', actor_id: admin.id, before: { title: 'Light leaks' }, after: { title: 'Corrected' } },
    ]);
  });

  it('makes no declarations on behalf of someone else', async () => {
    const id = await beginDraft(test, leaker);
    await test.db.updateTable('resources').set({ rights_declared_at: null }).where('id', '=', id).execute();
    const reply = await call('PUT', `/api/uploads/${id}`, admin, details({ rightsDeclared: true, saleDeclared: true }));
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'RIGHTS_NOT_DECLARED']);
    await test.db.updateTable('resources').set({ rights_declared_at: new Date() }).where('id', '=', id).execute();
    expect((await call('PUT', `/api/uploads/${id}`, admin, details({ saleDeclared: true }))).statusCode).toBe(200);
    expect((await rowOf(id))?.sale_declared_at).toBeNull();
  });

  it('of someone else’s resource is refused to administrators without the required second factor', async () => {
    const id = await addApproved();
    const setRequired = (adminTwoFactorRequired: boolean) =>
      test.db
        .transaction()
        .execute((trx) =>
          test.deps.settings.put(trx, { adminTwoFactorRequired }, { id: null, name: 'site', at: test.deps.now() }),
        );
    const readBy = async (person: Person) => (await call('GET', `/api/uploads/${id}`, person)).statusCode;
    await setRequired(true);
    try {
      await expect.poll(() => readBy(admin)).toBe(404);
      const before = await takeStock(test);
      for (const [method, path] of [
        ['GET', '/progress'],
        ['PUT', ''],
        ['POST', '/submit'],
        ['DELETE', '/files?path=a.txt'],
        ['DELETE', ''],
      ] as const) {
        const payload = method === 'PUT' ? details() : undefined;
        expect((await call(method, `/api/uploads/${id}${path}`, admin, payload)).statusCode, method + path).toBe(404);
      }
      expect(await takeStock(test)).toBe(before);
      expect(await readBy(leaker)).toBe(200);
    } finally {
      await setRequired(false);
    }
    await expect.poll(() => readBy(admin)).toBe(200);
  });

  it('is harmless with hostile input', async () => {
    const id = await beginDraft(test, leaker);
    for (const { input, id: about } of literals('text')) {
      const given = details({ title: input, description: input, editor: input, editorMinVersion: input });
      expectHarmless(await call('PUT', `/api/uploads/${id}`, leaker, given), about, input);
    }
    for (const { input, id: about } of literals('tags')) {
      for (const tags of [[input], input.split(',')])
        expectHarmless(await call('PUT', `/api/uploads/${id}`, leaker, { ...details(), tags }), about, input);
    }
    for (const found of hostileCases.filter(({ kind }) => kind === 'json')) {
      const body = bodyOf(found);
      const headers = { 'content-type': 'application/json', ...leaker.headers };
      const reply = await test.app.inject({ method: 'POST', url: '/api/uploads', headers, payload: body });
      expectHarmless(reply, found.id, found.input);
      expect(reply.statusCode, found.id).toBeGreaterThanOrEqual(400);
    }
    expect((await read(id)).id).toBe(id);
  });
});

describe('submitting', () => {
  it('requires completely received files, and happens once', async () => {
    const id = await beginDraft(test, leaker, { title: 'Rays' });
    const submit = () => call('POST', `/api/uploads/${id}/submit`, leaker);
    expect((await submit()).json().code).toBe('NO_FILES');
    const session = await addArrival(test, { userId: leaker.id, resourceId: id, path: 'one.txt', body: 'One' });
    await test.db.updateTable('upload_sessions').set({ state: 'RECEIVING' }).where('id', '=', session).execute();
    const early = await submit();
    expect([early.statusCode, early.json().code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    await test.db.updateTable('upload_sessions').set({ state: 'CHECKING' }).where('id', '=', session).execute();
    const replies = await Promise.all([submit(), submit(), submit()]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const [first, second] = replies.map((reply) => reply.json<OwnUpload>().submittedAt);
    expect(first).not.toBeNull();
    expect(second).toBe(first);
    const activity = await test.db.selectFrom('activity').selectAll().where('resource_id', '=', id).execute();
    expect(activity).toMatchObject([
      { type: 'UPLOAD', user_id: leaker.id, details: `${leaker.username} uploaded Rays` },
    ]);
  });

  it('by an administrator still counts as the leaker’s, and is audited', async () => {
    const id = await beginDraft(test, leaker, { title: 'Dust' });
    await addArrival(test, { userId: leaker.id, resourceId: id, path: 'one.txt', body: 'One' });
    expect((await call('POST', `/api/uploads/${id}/submit`, admin)).statusCode).toBe(200);
    const activity = await test.db.selectFrom('activity').selectAll().where('resource_id', '=', id).execute();
    expect(activity).toMatchObject([{ user_id: leaker.id, details: `${leaker.username} uploaded Dust` }]);
    const audit = await test.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute();
    expect(audit).toMatchObject([{ action: 'upload.submit', actor_id: admin.id, before: { title: 'Dust' } }]);
  });

  it('again after a rejection clears its reason', async () => {
    const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { 'a.txt': 'A' } });
    await setStatus(id, 'REJECTED', 'Too dark.');
    expect(await read(id)).toMatchObject({ status: 'REJECTED', reason: 'Too dark.', rightsDeclared: false });
    const submit = () => call('POST', `/api/uploads/${id}/submit`, leaker);
    expect((await submit()).json().code).toBe('RIGHTS_NOT_DECLARED');
    await call('PUT', `/api/uploads/${id}`, leaker, details());
    expect((await submit()).json()).toMatchObject({ status: 'PENDING', reason: null });
    expect((await call('POST', `/api/uploads/${id}/submit`, other)).statusCode).toBe(404);
  });
});

describe('removing a file', () => {
  it('or a folder sends an approved resource back, removes the contents and requests previews', async () => {
    const id = await addApproved();
    const beneath = await keysOf(id);
    const uploads = async () =>
      (await test.db.selectFrom('users').select('uploads_count').where('id', '=', leaker.id).executeTakeFirstOrThrow())
        .uploads_count;
    const counted = await uploads();
    const remove = (path: string, person = leaker) =>
      call('DELETE', `/api/uploads/${id}/files?${new URLSearchParams({ path })}`, person);
    for (const path of ['b', 'B/', 'c.txt', '/a.txt', 'a.txt/', '../a.txt', '%', '_'])
      expect((await remove(path)).json().code, path).toBe('FILE_NOT_FOUND');
    expect((await remove('a.txt', other)).statusCode).toBe(404);
    expect((await read(id)).status).toBe('APPROVED');
    expect((await remove('b/')).statusCode).toBe(204);
    expect(await read(id)).toMatchObject({
      status: 'PENDING',
      fileCount: 1,
      fileSize: 1,
      preview: { state: 'WAITING' },
    });
    expect(await uploads()).toBe(counted - 1);
    await runJobs(test);
    const left = await keysOf(id);
    expect(left).toHaveLength(1);
    for (const key of beneath) expect(await isStored(key)).toBe(left.includes(key));
    expect((await remove('a.txt')).statusCode).toBe(204);
    expect(await read(id)).toMatchObject({ fileCount: 0, fileSize: 0 });
  });

  it('is harmless with hostile paths', async () => {
    const id = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { 'a.txt': 'A' } });
    for (const { input, id: about } of [...literals('filename'), ...literals('path')]) {
      const path = encodeURIComponent(input.toWellFormed());
      expectHarmless(await call('DELETE', `/api/uploads/${id}/files?path=${path}`, leaker), about, input);
    }
    expect((await read(id)).fileCount).toBe(1);
  });
});

describe('deleting', () => {
  it('an upload that was never public erases it immediately, even while it is being checked', async () => {
    const id = await beginDraft(test, leaker);
    const arrived = await addArrival(test, { userId: leaker.id, resourceId: id, path: 'one.txt', body: 'One' });
    const filled = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: { 'a.txt': 'Only here' } });
    const [key = ''] = await keysOf(filled);
    const before = await takeStock(test);
    expect((await call('DELETE', `/api/uploads/${id}`, other)).statusCode).toBe(404);
    expect((await call('DELETE', `/api/uploads/${id}`)).statusCode).toBe(401);
    expect(await takeStock(test)).toBe(before);
    for (const gone of [id, filled]) {
      const both = await Promise.all([
        call('DELETE', `/api/uploads/${gone}`, leaker),
        call('DELETE', `/api/uploads/${gone}`, leaker),
      ]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
      expect(await rowOf(gone)).toBeUndefined();
    }
    expect(await test.deps.storage.partials.size(arrived)).toBeNull();
    await runJobs(test);
    expect(await isStored(key)).toBe(false);
  });

  it('an upload that was public keeps it for 30 days, then erases it', async () => {
    const id = await addApproved({ 'a.txt': 'Kept a while' });
    const [key = ''] = await keysOf(id);
    await setStatus(id, 'PENDING');
    expect((await call('DELETE', `/api/uploads/${id}`, leaker)).statusCode).toBe(204);
    expect((await call('DELETE', `/api/uploads/${id}`, leaker)).statusCode).toBe(404);
    for (const person of [leaker, admin]) {
      expect((await call('GET', `/api/uploads/${id}`, person)).statusCode).toBe(404);
      expect((await call('GET', `/api/resources/${id}`, person)).statusCode).toBe(404);
    }
    const purge = async () => {
      const { log } = test.deps;
      const helpers = { log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
      await purgeUploads.run({}, test.deps, helpers);
      await runJobs(test);
    };
    test.moveClock(29 * 86_400_000);
    await purge();
    expect([await isStored(key), (await rowOf(id))?.id]).toEqual([true, id]);
    test.moveClock(86_400_000 + 60_000);
    await purge();
    await purge();
    expect([await isStored(key), await rowOf(id)]).toEqual([false, undefined]);
  });
});
