// Reports about forum posts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminReport } from '#contract/reports/api.ts';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { readReportedAddress } from './rules.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(async () => await test.stop());

const ORIGIN = 'https://helix.example';
const THREAD = '11111111-1111-4111-8111-111111111111';
const POST = '22222222-2222-4222-8222-222222222222';

describe('the address of a post', () => {
  const place = `/community/post-production/colour/${THREAD}`;
  it.each([
    [place, { kind: 'post', by: 'number', name: THREAD, number: 1 }],
    [`${ORIGIN}${place}/`, { kind: 'post', by: 'number', name: THREAD, number: 1 }],
    [`${place}?page=3#post-47`, { kind: 'post', by: 'number', name: THREAD, number: 47 }],
    [`${place}#composer`, { kind: 'post', by: 'number', name: THREAD, number: 1 }],
    [`${place}#post-99999999999`, { kind: 'post', by: 'number', name: THREAD, number: 1 }],
    [`${place}/${POST}`, { kind: 'post', by: 'id', name: POST }],
    [`${place}/x`, null],
    [`${place}/${POST}/x`, null],
    ['/community/post-production/colour', null],
    [`https://elsewhere.example${place}`, null],
  ])('is parsed: %s', (address, named) => {
    expect(readReportedAddress(address, ORIGIN)).toEqual(named);
  });
});

describe('a report of a post', () => {
  const start = async () => {
    const [author, reporter] = [await test.addPerson(), await test.addPerson()];
    const { id: subcategoryId, address } = await sharedSubcategory(test);
    const { id, postIds } = await addThread(test, {
      subcategoryId,
      authorId: author.id,
      posts: 2,
      title: 'Salmon skin',
    });
    const [first = '', reply = ''] = postIds;
    return { author, reporter, threadId: id, first, reply, path: `/community/${address}/${id}` };
  };
  const send = async (about: object, person: Person): Promise<number> => {
    const payload = { reason: 'abuse', details: 'This is not kind.', goodFaith: true, ...about };
    const reply = await test.call({ method: 'POST', url: '/api/reports', payload }, person);
    expect(reply.statusCode, reply.body).toBe(202);
    return reply.json<{ number: number }>().number;
  };
  const find = async (number: number): Promise<AdminReport> => {
    const url = `/api/admin/reports?search=${number}`;
    const reply = await test.call({ method: 'GET', url }, admin);
    const found = reply.json<{ reports: AdminReport[] }>().reports.find((report) => report.number === number);
    if (!found) throw new Error(`no report ${number}`);
    return found;
  };
  const decide = async (number: number, decision: string) => {
    const { id } = await find(number);
    const payload = { decision, message: 'Be kind.' };
    return await test.call({ method: 'POST', url: `/api/admin/reports/${id}/resolve`, payload }, admin);
  };

  it('names the thread, links to the post, and recognises each form of its address', async () => {
    const { author, reporter, first, reply, path } = await start();
    for (const [about, id] of [
      [{ address: path }, first],
      [{ address: `${path}?page=1#post-2` }, reply],
      [{ address: `${path}/${reply}` }, reply],
      [{ address: 'the second one', kind: 'post', subjectId: reply }, reply],
    ] as const) {
      const threadPosts = id === first ? 2 : null;
      const owner = author.username;
      const subject = { id, label: 'Salmon skin', path: `${path}/${id}`, owner, state: 'there', threadPosts };
      expect(await find(await send(about, reporter))).toMatchObject({ kind: 'post', subject });
    }
  });

  it('that is upheld by hiding removes the reply and emails each side once', async () => {
    const { author, reporter, reply, path } = await start();
    const number = await send({ address: `${path}/${reply}` }, reporter);
    const decided = await decide(number, 'hide');
    expect(decided.statusCode, decided.body).toBe(200);
    expect(decided.json()).toMatchObject({ status: 'UPHELD', subject: { state: 'hidden', path: `${path}/${reply}` } });
    const shown = await test.call({ method: 'GET', url: `/api/forum/posts/${reply}` });
    expect(shown.json().post).toMatchObject({ isDeleted: true, deleteReason: 'Be kind.', content: '', html: '' });
    const [toAuthor, ...more] = await mailsTo(test, author.email);
    expect(more).toEqual([]);
    expect(toAuthor?.subject).toBe('Your post was removed');
    expect(toAuthor?.text).toContain('Your post in "Salmon skin" was reported and has been removed.');
    expect((await mailsTo(test, reporter.email)).map(({ subject }) => subject)).toEqual([
      `We received your report (no. ${number})`,
      `Our decision on your report (no. ${number})`,
    ]);
    const again = await decide(await send({ address: path, kind: 'post', subjectId: reply }, reporter), 'hide');
    expect(again.json()).toMatchObject({ status: 409, code: 'NOTHING_TO_HIDE' });
  });

  it('about a first post removes the thread', async () => {
    const { author, reporter, threadId, first, path } = await start();
    const number = await send({ address: path }, reporter);
    expect((await decide(number, 'hide')).statusCode).toBe(200);
    expect((await test.call({ method: 'GET', url: `/api/forum/threads/${threadId}` })).statusCode).toBe(404);
    expect(await find(number)).toMatchObject({ subject: { id: first, state: 'gone', path: null } });
    expect((await mailsTo(test, author.email)).map(({ subject }) => subject)).toEqual(['Your post was removed']);
    const audit = await test.db.selectFrom('audit_log').select('action').where('subject_id', '=', threadId).execute();
    expect(audit).toEqual([{ action: 'thread.delete' }]);
  });

  it('changes nothing when it is upheld without hiding, or dismissed', async () => {
    const { author, reporter, reply, path } = await start();
    for (const decision of ['uphold', 'dismiss'])
      expect((await decide(await send({ address: `${path}/${reply}` }, reporter), decision)).statusCode).toBe(200);
    const shown = await test.call({ method: 'GET', url: `/api/forum/posts/${reply}` });
    expect(shown.json().post).toMatchObject({ isDeleted: false });
    expect(await mailsTo(test, author.email)).toHaveLength(1);
  });
});
