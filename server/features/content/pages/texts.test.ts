// The text of the site's own pages: the defaults, and admin changes that take effect in every process immediately.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT_SLUGS } from '#contract/content/limits.ts';
import type { AdminText, AdminTextRow, SiteText } from '#contract/content/pages.ts';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { bodyOf, expectHarmless, hostileCases, literals } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
/** Simulates a second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object, app = test) =>
  app.call({ method, url, ...(payload ? { payload } : {}) }, admin);
const read = async (slug: string, app = test) =>
  (await app.call({ method: 'GET', url: `/api/texts/${slug}` })).json<SiteText>();
const page = async (path: string, app = test) =>
  (await app.call({ method: 'GET', url: path, headers: { accept: 'text/html' } })).body;
const edit = async (slug: string) => (await send('GET', `/api/admin/texts/${slug}`)).json<AdminText>();
const auditOf = (slug: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'before', 'after'])
    .where('subject_kind', '=', 'text')
    .where('subject_id', '=', slug)
    .orderBy('id')
    .execute();
/** Waits until a process has received a change. */
const until = async (holds: () => Promise<boolean>) => {
  await expect.poll(holds, { timeout: 10_000 }).toBe(true);
};

describe('a text', () => {
  it.each(TEXT_SLUGS)('%s has a default, as a page and through the API', async (slug) => {
    const text = await read(slug);
    expect(text).toMatchObject({ slug, updatedAt: null, contact: null });
    expect(text.html.length).toBeGreaterThan(300);
    const html = await page(`/${slug}`);
    expect(html).toContain(text.html.slice(0, 200));
    expect(html).toContain(`<h1 class="display min-w-0 text-page wrap-anywhere">${text.title}</h1>`);
    // Instructions for operators must not end up in the public text.
    expect(text.html).not.toMatch(/operator|adapt|lorem/i);
  });

  it('is read again after a failed read', async () => {
    const projectDir = mkdtempSync(join(tmpdir(), 'helix-texts-'));
    const app = await startTestApp({ beside: test, projectDir });
    try {
      const ask = async () => (await app.call({ method: 'GET', url: '/api/texts/terms' })).statusCode;
      expect([await ask(), await ask()]).toEqual([503, 503]);
      cpSync(join(test.deps.config.projectDir, 'content'), join(projectDir, 'content'), { recursive: true });
      expect(await read('terms', app)).toEqual(await read('terms'));
      rmSync(projectDir, { recursive: true });
      expect(await ask()).toBe(200);
    } finally {
      await app.stop();
      rmSync(projectDir, { recursive: true, force: true });
    }
  });

  it('has headings that can be linked to', async () => {
    expect((await read('faq')).html).toContain('<h2 id="text-downloads">Downloads</h2>');
  });

  it.each([
    ['nothing', 404, 'TEXT_NOT_FOUND'],
    ['constructor', 404, 'TEXT_NOT_FOUND'],
    ['TERMS', 400, 'BAD_INPUT'],
    ['__proto__', 400, 'BAD_INPUT'],
    ['..%2fterms', 400, 'BAD_INPUT'],
  ])('%s does not exist', async (slug, status, code) => {
    const replies = await Promise.all([
      send('GET', `/api/texts/${slug}`),
      send('GET', `/api/admin/texts/${slug}`),
      send('PUT', `/api/admin/texts/${slug}`, { body: 'x' }),
      send('DELETE', `/api/admin/texts/${slug}`),
    ]);
    for (const reply of replies)
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
  });

  it('includes the site’s contact once it is set', async () => {
    const actor = { id: null, name: 'test', at: new Date() };
    await test.db
      .transaction()
      .execute((trx) => test.deps.settings.put(trx, { supportContact: 'help@helix.example' }, actor));
    await until(async () => (await read('report')).contact === 'help@helix.example');
  });
});

describe('a change', () => {
  it('appears on every page in every process immediately, and in the audit log', async () => {
    for (const app of [test, other]) expect(await page('/terms', app)).toContain('One person, one account.');
    const before = await edit('terms');
    const body = before.body.replace('One person, one account.', 'As many accounts as you like.');
    const reply = await send('PUT', '/api/admin/texts/terms', { body: body.replaceAll('\n', '\r\n'), was: null });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ slug: 'terms', isDefault: false, updatedBy: admin.username, body });
    for (const app of [test, other])
      await until(async () => (await page('/terms', app)).includes('As many accounts as you like.'));
    const [entry] = await auditOf('terms');
    expect(entry).toMatchObject({ action: 'text.change', actor: admin.username });
    expect(entry?.before).toMatchObject({ passage: expect.stringContaining('One person, one account.') });
    expect(entry?.after).toMatchObject({ passage: expect.stringContaining('As many accounts as you like.') });
    expect(JSON.stringify(entry).length).toBeLessThan(1000);
    const rows = (await send('GET', '/api/admin/texts')).json<AdminTextRow[]>();
    expect(rows.map(({ slug, isDefault }) => [slug, isDefault])).toEqual([
      ['terms', false],
      ['faq', true],
      ['privacy', true],
      ['report', true],
    ]);
  });

  it('can be reset to the default text', async () => {
    const original = await edit('privacy');
    await send('PATCH', '/api/admin/texts/privacy', { body: 'We know nothing.' });
    await until(async () => (await page('/privacy')).includes('We know nothing.'));
    const reply = await send('DELETE', '/api/admin/texts/privacy');
    expect(reply.json()).toEqual(original);
    await until(async () => !(await page('/privacy')).includes('We know nothing.'));
    // Resetting again does nothing.
    await send('DELETE', '/api/admin/texts/privacy');
    expect((await auditOf('privacy')).map(({ action }) => action)).toEqual(['text.change', 'text.reset']);
  });

  it('does nothing if the text stays the same', async () => {
    const { body } = await edit('faq');
    expect((await send('PUT', '/api/admin/texts/faq', { body })).json()).toMatchObject({ isDefault: true });
    expect(await auditOf('faq')).toEqual([]);
  });

  it('keeps the first of two concurrent edits and reports the conflict to the second', async () => {
    const { updatedAt } = await edit('faq');
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, count) =>
        send('PUT', '/api/admin/texts/faq', { body: `Version ${count}`, was: updatedAt }, count % 2 ? test : other),
      ),
    );
    const codes = replies.map((reply) => reply.statusCode).sort();
    expect(codes).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const refused = replies.find((reply) => reply.statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'TEXT_CHANGED' });
    expect(await auditOf('faq')).toHaveLength(1);
  });

  it.each([
    ['', 400],
    [' \n ', 400],
    ['x'.repeat(MARKDOWN_MAX_CHARACTERS), 200],
    ['x'.repeat(MARKDOWN_MAX_CHARACTERS + 1), 400],
  ])('is rejected if its length is invalid (%#)', async (body, status) => {
    expect((await send('PUT', '/api/admin/texts/report', { body })).statusCode).toBe(status);
    expect((await send('POST', '/api/admin/texts/preview', { body })).statusCode).toBe(status);
  });
});

describe('hostile text', () => {
  it('is stored unchanged and rendered harmless', async () => {
    const actsOf = (html: string) =>
      html.match(/<(?:script|svg|img|iframe|math|form|input|style)|\son\w+=|javascript:/gi);
    for (const { id, input } of hostileCases.filter(
      ({ how, kind }) => how === 'literal' && /^(text|markdown)$/.test(kind),
    )) {
      const reply = await send('POST', '/api/admin/texts/preview', { body: input });
      expectHarmless(reply, id, input);
      if (reply.statusCode !== 200) continue;
      const tags =
        reply
          .json<{ html: string }>()
          .html.match(/<[^>]*>/g)
          ?.join('') ?? '';
      expect(actsOf(tags), id).toBeNull();
    }
    const text = '<script>alert(1)</script> [x](javascript:alert(1))';
    const saved = await send('PUT', '/api/admin/texts/report', { body: text });
    expect(saved.json()).toMatchObject({ body: text });
    await until(async () => (await page('/report')).includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
  });

  it.each(literals('json').map((found) => [found.id, found] as const))('%s changes nothing', async (_id, found) => {
    const headers = { 'content-type': 'application/json' };
    for (const [method, url] of [
      ['PUT', '/api/admin/texts/terms'],
      ['POST', '/api/admin/texts/preview'],
    ] as const) {
      const reply = await test.call({ method, url, payload: bodyOf(found), headers }, admin);
      expectHarmless(reply, found.id, found.input);
      expect([400, 413], reply.body).toContain(reply.statusCode);
    }
  });
});
