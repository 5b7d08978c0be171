import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CheckedReceipt, ListedReceipt } from '#contract/downloads/receipts.ts';
import { directDownloadPath } from '#contract/paths.ts';
import { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';
import { renewReceipts } from './jobs.ts';
import { readLicenceText } from './licence-texts.ts';

let test: TestApp;
let creator: Person;

beforeAll(async () => {
  test = await startTestApp();
  creator = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const newPack = (given: Partial<Parameters<typeof addResource>[1]> = {}) =>
  addResource(test, {
    authorId: creator.id,
    title: 'Film grain',
    licence: 'CC BY 4.0',
    files: { 'a/one.txt': 'first', 'a/two.txt': 'second', 'b.txt': 'third' },
    ...given,
  });

const download = async (person: Person | null, id: string, file?: string) => {
  const browser = openBrowser(test);
  if (person) browser.signIn(person);
  const reply = await browser.call(await browser.ticketFor(directDownloadPath(id, file)));
  expect(reply.statusCode).toBe(200);
};

const listOf = async (person: Person, query = '') => {
  const reply = await test.call({ method: 'GET', url: `/api/user/receipts${query}` }, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ receipts: ListedReceipt[]; pagination: { total: number } }>();
};

/** The person's receipts once there are `count`; they can be stored shortly after the first byte. */
const receiptsOf = (person: Person, count: number) =>
  vi.waitFor(
    async () => {
      const { receipts } = await listOf(person);
      expect(receipts).toHaveLength(count);
      return receipts;
    },
    { timeout: 15_000 },
  );

const check = (id: string, person?: Person) => test.call({ method: 'GET', url: `/api/receipts/${id}` }, person);
const read = async (id: string, person?: Person) => (await check(id, person)).json<CheckedReceipt>();

/** A new person with the receipt of a download of this pack. */
const receiptFor = async (packId: string, file?: string): Promise<{ person: Person; id: string }> => {
  const person = await test.addPerson();
  await download(person, packId, file);
  const [receipt] = await receiptsOf(person, 1);
  return { person, id: receipt?.id ?? '' };
};

describe('a download of a logged-in person', () => {
  it('gives a receipt that anyone can verify', async () => {
    const pack = await newPack();
    const { person, id } = await receiptFor(pack, 'a/one.txt');
    const found = await read(id);
    expect(found).toMatchObject({
      state: 'valid',
      isAvailable: true,
      receipt: {
        id,
        site: 'http://localhost:3000',
        person: { username: person.username },
        asset: { id: pack, title: 'Film grain', creator: creator.username, version: 1 },
        path: 'a/one.txt',
        fileCount: 1,
        size: 5,
        sha256: sha256('first'),
        licence: { name: 'CC BY 4.0', spdx: 'CC-BY-4.0' },
      },
    });
    if (found.state !== 'valid') throw new Error('not valid');
    expect(found.licenceText).toContain('Creative Commons Attribution 4.0 International Public License');
    expect(found.receipt.licence?.textSha256).toBe(sha256(found.licenceText ?? ''));
    expect((await check(id)).headers['cache-control']).toContain('no-store');
  });

  it('has one checksum for several files: that of their list', async () => {
    const { id } = await receiptFor(await newPack());
    const found = await read(id);
    const files = { 'a/one.txt': 'first', 'a/two.txt': 'second', 'b.txt': 'third' };
    const list = Object.entries(files).map(([path, body]) => `${sha256(body)}  ${path}\n`);
    expect(found).toMatchObject({
      receipt: { path: null, fileCount: 3, size: 16, sha256: sha256(list.join('')) },
    });
    expect(found.state === 'valid' && found.receipt.files.map(({ path }) => path)).toEqual(Object.keys(files));
  });

  it('gives one receipt per day and content, and another for other files', async () => {
    const pack = await newPack();
    const { person } = await receiptFor(pack, 'b.txt');
    await download(person, pack, 'b.txt');
    await download(person, pack, 'a/');
    const receipts = await receiptsOf(person, 2);
    expect(receipts.map(({ path }) => path).sort()).toEqual(['a/', 'b.txt']);
  });

  it('gives none to visitors, nor for own and unpublished assets', async () => {
    const pack = await newPack();
    const count = async (id: string) =>
      (await test.db.selectFrom('download_receipts').select('id').where('resource_id', '=', id).execute()).length;
    await download(null, pack);
    await download(creator, pack);
    const admin = await test.addPerson('admin');
    const pending = await newPack({ status: 'PENDING' });
    await download(admin, pending);
    // The receipt of a later download is there, so those of the earlier ones would be, too.
    await receiptFor(pack);
    expect([await count(pack), await count(pending)]).toEqual([1, 0]);
  });
});

describe('a receipt', () => {
  it('keeps what it said when the asset, its licence and the names change', async () => {
    const pack = await newPack();
    const { id, person } = await receiptFor(pack, 'b.txt');
    const before = await read(id);
    await test.db
      .updateTable('resources')
      .set({ title: 'Other', licence: 'Helix Standard', hidden_at: new Date() })
      .where('id', '=', pack)
      .execute();
    await test.db.updateTable('users').set({ display_name: 'New Name' }).where('id', '=', person.id).execute();
    expect(await read(id)).toEqual({ ...before, isAvailable: false });
    await test.db.deleteFrom('resources').where('id', '=', pack).execute();
    expect(await read(id)).toEqual({ ...before, isAvailable: false });
  });

  it('that was forged is unknown', async () => {
    for (const id of [randomUUID(), UNKNOWN]) {
      const reply = await check(id);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'RECEIPT_NOT_FOUND']);
    }
  });

  it.each([
    ['record', (text: string) => text.replace('CC BY 4.0', 'CC0')],
    ['record', (text: string) => text.replace('"version":1', '"version":2')],
    ['signature', (text: string) => text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['signature', () => `r1.00000000.${randomBytes(32).toString('base64url')}`],
  ] as const)('whose %s was changed in the database is not valid', async (column, change) => {
    const { id } = await receiptFor(await newPack(), 'b.txt');
    const row = await test.db
      .selectFrom('download_receipts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await test.db
      .updateTable('download_receipts')
      .set({ [column]: change(row[column]) })
      .where('id', '=', id)
      .execute();
    expect(await read(id)).toEqual({ state: 'changed' });
  });

  it('copied to another id, or with another licence text, is not valid', async () => {
    const { id } = await receiptFor(await newPack(), 'b.txt');
    const { id: _id, ...row } = await test.db
      .selectFrom('download_receipts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const copy = randomUUID();
    await test.db
      .insertInto('download_receipts')
      .values({ ...row, id: copy, target: 'copy' })
      .execute();
    expect(await read(copy)).toEqual({ state: 'changed' });
    await test.db.updateTable('download_receipts').set({ text_sha256: null }).where('id', '=', id).execute();
    expect(await read(id)).toEqual({ state: 'changed' });
  });

  it('stays valid after the secret was rotated and forgotten', async () => {
    const { id } = await receiptFor(await newPack(), 'b.txt');
    const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    const rotated = { ...test.deps, secret: randomBytes(32), oldSecrets: [test.deps.secret] };
    await renewReceipts.run({}, rotated, helpers);
    await renewReceipts.run({}, rotated, helpers);
    expect(await read(id)).toEqual({ state: 'changed' });
    // Back to the secret of the other tests.
    await renewReceipts.run({}, { ...test.deps, oldSecrets: [rotated.secret] }, helpers);
    expect(await read(id)).toMatchObject({ state: 'valid' });
  });
});

describe('own receipts', () => {
  it('are listed newest first, searched, and exported as CSV', async () => {
    const person = await test.addPerson();
    const other = await receiptFor(await newPack());
    await download(person, await newPack({ title: '=Grain' }));
    await download(person, await newPack({ title: 'Rain', licence: 'Helix Standard' }), 'b.txt');
    const receipts = await receiptsOf(person, 2);
    expect(receipts[0]).toMatchObject({ title: 'Rain', path: 'b.txt', fileCount: 1, licence: 'Helix Standard' });
    expect(receipts.map(({ id }) => id)).not.toContain(other.id);
    expect(await listOf(person, '?search=rAiN&sort=oldest')).toMatchObject({
      receipts: [{ title: '=Grain' }, { title: 'Rain' }],
      pagination: { total: 2 },
    });
    expect((await listOf(person, '?search=fog')).receipts).toEqual([]);
    const csv = await test.call({ method: 'GET', url: '/api/user/receipts/export' }, person);
    expect(csv.headers['content-disposition']).toContain('receipts.csv');
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"Rain","${creator.username}",1,"b.txt",1,5,"${sha256('third')}","Helix Standard"`);
    expect(lines[1]).toContain(`http://localhost:3000/receipt/${receipts[0]?.id}`);
    expect(lines[2]).toContain(`"'=Grain"`);
  });

  it('are only for their owner', async () => {
    expect((await test.call({ method: 'GET', url: '/api/user/receipts' })).statusCode).toBe(401);
    expect((await test.call({ method: 'GET', url: '/api/user/receipts/export' })).statusCode).toBe(401);
  });
});

describe('licence texts', () => {
  it.each(UPLOAD_LICENCES)('exist for %s', async (name) => {
    expect((await readLicenceText(name, test.deps.config))?.body.length).toBeGreaterThan(400);
  });

  it('are null for other names', async () => {
    for (const name of [null, 'GPL', '../terms']) expect(await readLicenceText(name, test.deps.config)).toBeNull();
  });

  it('of the site are the same in the terms', async () => {
    const { body = '' } = (await readLicenceText('Helix Standard', test.deps.config)) ?? {};
    const terms = readFileSync(`${test.deps.config.projectDir}/content/terms.md`, 'utf8');
    for (const line of body.split('\n').slice(1)) expect(terms).toContain(line);
  });
});
