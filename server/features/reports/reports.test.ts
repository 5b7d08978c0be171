// Tests who can send reports, what happens to them, and that each is decided only once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListPagination } from '#contract/pagination.ts';
import { elementPath, profilePath, resourcePath } from '#contract/paths.ts';
import type { AdminReport } from '#contract/reports/api.ts';
import { REPORT_MAX_CHARACTERS } from '#contract/reports/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
  leaker = await test.addPerson('leaker');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const notice = (address: string, changes: object = {}) => ({
  address,
  reason: 'copyright',
  details: 'This is my work.',
  goodFaith: true,
  ...changes,
});
const report = async (payload: object, person?: Person, app = test) =>
  app.call({ method: 'POST', url: '/api/reports', payload }, person);
let visitors = 0;
/** Sends a report as a visitor. @returns its number and the visitor's email address */
const visit = async (address: string, changes: object = {}) => {
  visitors += 1;
  const email = `visitor-${visitors}@outside.example`;
  const reply = await report(notice(address, { email, ...changes }));
  expect(reply.statusCode, reply.body).toBe(202);
  return { email, number: reply.json<{ number: number }>().number };
};
const list = async (query: Record<string, string> = {}) => {
  const url = `/api/admin/reports?${new URLSearchParams(query)}`;
  const reply = await test.call({ method: 'GET', url }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ reports: AdminReport[]; pagination: ListPagination }>();
};
const find = async (number: number): Promise<AdminReport> => {
  const { reports } = await list({ search: String(number) });
  const [found] = reports;
  if (!found || found.number !== number) throw new Error(`no report ${number}`);
  return found;
};
const decide = async (number: number, decision: string, message = 'Looked at it.', app = test, by = admin) => {
  const { id } = await find(number);
  return app.call({ method: 'POST', url: `/api/admin/reports/${id}/resolve`, payload: { decision, message } }, by);
};
const refusalOf = (reply: { statusCode: number; json<T>(): T }) => [
  reply.statusCode,
  reply.json<{ code: string }>().code,
];
const subjectsTo = async (email: string) => (await mailsTo(test, email)).map(({ subject }) => subject);

describe('a report', () => {
  it('by a visitor is stored, and emailed to them and to the contact with its number', async () => {
    const actor = { id: null, name: 'test', at: new Date() };
    const settle = (supportContact: string | null) =>
      test.db.transaction().execute((trx) => test.deps.settings.put(trx, { supportContact }, actor));
    await settle('help@helix.example');
    await expect.poll(async () => (await test.deps.settings.get()).supportContact).toBe('help@helix.example');
    const resource = await addResource(test, { authorId: leaker.id, title: 'Stolen pack' });
    const details = 'See https://mine.example <b>there</b>.';
    const { email, number } = await visit(resourcePath(resource), { details: `  ${details}\n` });
    expect(await find(number)).toEqual({
      id: expect.any(String),
      number,
      kind: 'resource',
      subject: {
        id: resource,
        label: 'Stolen pack',
        path: resourcePath(resource),
        owner: leaker.username,
        state: 'there',
        threadPosts: null,
      },
      address: resourcePath(resource),
      reason: 'copyright',
      details,
      email,
      reporter: null,
      status: 'OPEN',
      decision: null,
      decidedBy: null,
      decidedAt: null,
      createdAt: expect.any(String),
      others: 0,
    });
    const [mail] = await mailsTo(test, email);
    expect(mail?.subject).toBe(`We received your report (no. ${number})`);
    // The address could belong to anyone, so the email repeats nothing that the sender typed.
    expect(mail?.text).not.toMatch(/mine\.example|Stolen/);
    const [told] = await mailsTo(test, 'help@helix.example');
    expect(told?.subject).toBe(`Report no. ${number}: copyright`);
    expect(told?.text).toContain('/admin/reports');
    expect(await subjectsTo(leaker.email)).toEqual([]);
    await settle(null);
  });

  it('by a member is answered at their account’s address, whatever they enter', async () => {
    const person = await test.addPerson();
    const reply = await report(notice(profilePath(leaker.username), { email: 'stranger@outside.example' }), person);
    const { number } = reply.json<{ number: number }>();
    expect(await find(number)).toMatchObject({
      kind: 'profile',
      subject: { id: leaker.id, label: leaker.username, path: profilePath(leaker.username), state: 'there' },
      email: person.email,
      reporter: person.username,
    });
    expect(await subjectsTo('stranger@outside.example')).toEqual([]);
    expect(await subjectsTo(person.email)).toEqual([`We received your report (no. ${number})`]);
  });

  it('recognises its subject in every form of address that people copy', async () => {
    const resource = await addResource(test, { authorId: leaker.id, title: 'Soft light' });
    await test.db.updateTable('resources').set({ slug: 'soft-light' }).where('id', '=', resource).execute();
    const site = test.deps.publicUrl();
    const cases: [string, object][] = [
      [`${site}${resourcePath(resource)}?folder=a#b`, { kind: 'resource', id: resource }],
      [`${elementPath('soft-light')}/`, { kind: 'resource', id: resource }],
      [`${site}/${leaker.username.toUpperCase()}`, { kind: 'profile', id: leaker.id }],
      [`/profile/${leaker.username}`, { kind: 'profile', id: leaker.id }],
      [`https://elsewhere.example${resourcePath(resource)}`, { kind: 'other', id: null }],
      [`//elsewhere.example/${leaker.username}`, { kind: 'other', id: null }],
      ['/resources', { kind: 'other', id: null }],
      ['javascript:alert(1)', { kind: 'other', id: null }],
      ['the thing on the first page', { kind: 'other', id: null }],
    ];
    for (const [address, { kind, id }] of cases as [string, { kind: string; id: string | null }][]) {
      const found = await find((await visit(address)).number);
      expect([found.kind, found.subject.id, found.address], address).toEqual([kind, id, address]);
      if (kind === 'other') expect(found.subject.path, address).toBe(address === '/resources' ? '/resources' : null);
    }
  });

  it('can name a post by id, even one that no longer exists', async () => {
    const subjectId = '11111111-1111-4111-8111-111111111111';
    const { number } = await visit('/community/a/b/c', { kind: 'post', subjectId });
    expect(await find(number)).toMatchObject({ kind: 'post', subject: { id: subjectId, path: null, state: 'gone' } });
  });

  it.each([
    ['address', { address: ' ' }],
    ['details', { details: '' }],
    ['details', { details: 'x'.repeat(REPORT_MAX_CHARACTERS + 1) }],
    ['reason', { reason: 'spite' }],
    ['goodFaith', { goodFaith: false }],
    ['goodFaith', { goodFaith: undefined }],
    ['email', { email: undefined }],
    ['email', { email: 'nobody' }],
    ['subjectId', { subjectId: 'x' }],
    ['number', { number: 1 }],
  ])('with an invalid %s is refused with a field error', async (field, changes) => {
    const reply = await report(notice('/resources', { email: 'visitor@outside.example', ...changes }));
    expect(refusalOf(reply)).toEqual([400, 'BAD_INPUT']);
    expect(reply.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  it('is limited to ten a day per network or person, and to ten emails per address', async () => {
    const limits = { reports: { limit: 10, windowSeconds: 86_400 } };
    const strict = await startTestApp({ beside: test, limits });
    try {
      const member = await test.addPerson();
      const sendMany = async (person?: Person) => {
        const payload = notice('/resources', { email: 'victim@outside.example' });
        const replies = await Promise.all(Array.from({ length: 12 }, () => report(payload, person, strict)));
        return replies.map(({ statusCode }) => statusCode).sort();
      };
      const tenOfTwelve = [...Array.from({ length: 10 }, () => 202), 429, 429];
      expect(await sendMany()).toEqual(tenOfTwelve);
      expect(await sendMany(member)).toEqual(tenOfTwelve);
      // Reports from other networks with the same email address are stored, but no more emails are sent.
      for (const octet of [1, 2, 3]) {
        const payload = notice('/resources', { email: 'Victim@outside.example' });
        const request = { method: 'POST', url: '/api/reports', payload, remoteAddress: `10.0.0.${octet}` } as const;
        expect((await strict.call(request)).statusCode).toBe(202);
      }
      expect(await subjectsTo('victim@outside.example')).toHaveLength(10);
    } finally {
      await strict.stop();
    }
  });
});

describe('a decision', () => {
  it('hides the resource immediately, and tells both sides why and how to object', async () => {
    const author = await test.addPerson('leaker');
    const resource = await addResource(test, { authorId: author.id, title: 'Taken pack' });
    const { email, number } = await visit(resourcePath(resource));
    const second = await visit(resourcePath(resource));
    const reply = await decide(number, 'hide', ' It is not yours. ');
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({
      status: 'UPHELD',
      decision: 'It is not yours.',
      decidedBy: admin.username,
      subject: { state: 'hidden' },
      others: 1,
    });
    const seen = await test.call({ method: 'GET', url: `/api/resources/${resource}` });
    expect(seen.statusCode).toBe(404);
    const row = await test.db.selectFrom('resources').selectAll().where('id', '=', resource).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ hidden_reason: 'It is not yours.', hidden_by: admin.id });
    const [, toReporter] = await mailsTo(test, email);
    const [toAuthor, ...more] = await mailsTo(test, author.email);
    expect(more).toEqual([]);
    expect(toReporter?.subject).toBe(`Our decision on your report (no. ${number})`);
    expect(toAuthor?.subject).toBe('Your upload was hidden');
    for (const mail of [toReporter, toAuthor]) {
      expect(mail?.text).toContain('Reason: It is not yours.');
      expect(mail?.text).toContain(`mention report no. ${number}: ${test.deps.publicUrl()}/report`);
    }
    expect(toAuthor?.text).toContain('Taken pack');
    expect(toAuthor?.text).not.toContain(email);
    // The other report about the same resource stays open.
    expect(await find(second.number)).toMatchObject({ status: 'OPEN', subject: { state: 'hidden' } });
    const audit = await test.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('subject_id', 'in', [resource, (await find(number)).id])
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      expect.objectContaining({ action: 'upload.hide' }),
      {
        action: 'report.resolve',
        before: { number, about: 'Taken pack', status: 'OPEN' },
        after: { status: 'UPHELD', decision: 'hide', message: 'It is not yours.' },
      },
    ]);
  });

  it('to uphold a report about a profile emails both sides and changes nothing else', async () => {
    const person = await test.addPerson();
    const { email, number } = await visit(profilePath(person.username));
    expect((await decide(number, 'uphold', 'Please be kind.')).json()).toMatchObject({ status: 'UPHELD' });
    expect((await mailsTo(test, person.email))[0]).toMatchObject({ subject: 'A report about your content was upheld' });
    expect(await subjectsTo(email)).toHaveLength(2);
  });

  it('to dismiss a report is sent to the reporter only', async () => {
    const author = await test.addPerson('leaker');
    const resource = await addResource(test, { authorId: author.id });
    const { email, number } = await visit(resourcePath(resource));
    expect((await decide(number, 'dismiss', 'It is CC0.')).json()).toMatchObject({ status: 'DISMISSED' });
    expect((await mailsTo(test, email))[1]?.text).toContain('Reason: It is CC0.');
    expect(await subjectsTo(author.email)).toEqual([]);
  });

  it('cannot hide a subject that cannot be hidden', async () => {
    const resource = await addResource(test, { authorId: leaker.id });
    const { number: gone } = await visit(resourcePath(resource));
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', resource).execute();
    expect((await find(gone)).subject).toMatchObject({ state: 'gone', path: null });
    const numbers = [gone, (await visit(profilePath(leaker.username))).number, (await visit('/resources')).number];
    for (const number of numbers) {
      expect(refusalOf(await decide(number, 'hide'))).toEqual([409, 'NOTHING_TO_HIDE']);
      expect(await find(number)).toMatchObject({ status: 'OPEN' });
    }
  });

  it('is made by only one of many concurrent admins on two processes', async () => {
    const author = await test.addPerson('leaker');
    const resource = await addResource(test, { authorId: author.id });
    const { email, number } = await visit(resourcePath(resource));
    const second = await test.addPerson('admin');
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        decide(
          number,
          ['hide', 'uphold', 'dismiss'][count % 3] ?? '',
          `Reason ${count}`,
          count % 2 ? other : test,
          count % 4 < 2 ? admin : second,
        ),
      ),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ statusCode }) => statusCode !== 200))
      expect(refusalOf(reply)).toEqual([409, 'ALREADY_DECIDED']);
    expect(await subjectsTo(email)).toHaveLength(2);
    const { status, id, decision } = await find(number);
    const made = replies.find(({ statusCode }) => statusCode === 200)?.json<AdminReport>();
    expect(made).toMatchObject({ status, decision });
    const audit = await test.db.selectFrom('audit_log').select('id').where('subject_id', '=', id).execute();
    expect(audit).toHaveLength(1);
  });

  it('needs an existing report and a reason', async () => {
    const url = '/api/admin/reports/11111111-1111-4111-8111-111111111111/resolve';
    const unknown = await test.call({ method: 'POST', url, payload: { decision: 'hide', message: 'x' } }, admin);
    expect(refusalOf(unknown)).toEqual([404, 'REPORT_NOT_FOUND']);
    const { number } = await visit('/resources');
    expect(refusalOf(await decide(number, 'dismiss', ' '))).toEqual([400, 'BAD_INPUT']);
    expect(refusalOf(await decide(number, 'forget', 'x'))).toEqual([400, 'BAD_INPUT']);
  });
});

describe('the queue', () => {
  it('lists open reports first, then newest first, and can be filtered and searched', async () => {
    const author = await test.addPerson('leaker', { username: 'queue-author' });
    const resource = await addResource(test, { authorId: author.id, title: 'Queued 100%_pack' });
    const numbers: number[] = [];
    for (const reason of ['malware', 'abuse', 'other']) {
      numbers.push((await visit(resourcePath(resource), { reason })).number);
      test.moveClock(1000);
    }
    const [first = 0, second = 0, third = 0] = numbers;
    await decide(third, 'dismiss');
    const shown = async (query: Record<string, string>) => (await list(query)).reports.map(({ number }) => number);
    expect(await shown({ subject: resource })).toEqual([second, first, third]);
    expect(await shown({ subject: resource, status: 'OPEN' })).toEqual([second, first]);
    expect(await shown({ subject: resource, status: 'DISMISSED' })).toEqual([third]);
    expect(await shown({ subject: resource, status: 'UPHELD' })).toEqual([]);
    expect(await shown({ subject: resource, reason: 'malware' })).toEqual([first]);
    expect(await shown({ subject: resource, kind: 'profile' })).toEqual([]);
    expect(await shown({ search: '100%_P' })).toEqual([second, first, third]);
    expect(await shown({ search: resource })).toEqual([second, first, third]);
    expect(await shown({ search: `#${resource.slice(0, 7)}` })).toEqual([second, first, third]);
    expect(await shown({ search: (await find(first)).id })).toEqual([first]);
    const page = await list({ subject: resource, limit: '2', page: '2' });
    expect(page.reports.map(({ number }) => number)).toEqual([third]);
    expect(page.pagination).toEqual({ total: 3, pages: 2, currentPage: 2, limit: 2, atLeast: false });
    expect((await list({ page: '999999' })).reports).toEqual([]);
  });
});
