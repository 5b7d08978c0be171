// Tests requests that violate the upload protocol, sent as exact bytes where that matters.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLE_MAX_BYTES } from '#contract/uploads/limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { addDraft, createTusCalls, metadataOf, SESSIONS } from '#test/harness/tus-calls.ts';

const GB = 1024 ** 3;
const STREAM = { 'Content-Type': 'application/offset+octet-stream' };

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
  leaker = await test.addPerson('leaker');
});

afterAll(() => test.stop());

beforeEach(async () => {
  resourceId = await addDraft(test, leaker.id);
});

const begin = (size: number) => tus.begin(leaker, size, { resourceId, path: randomUUID() });
const offsetOf = async (address: string) => (await tus.head(leaker, address)).headers.get('upload-offset');
const countSessions = async (): Promise<number> => {
  const rows = await test.db.selectFrom('upload_sessions').select('id').where('resource_id', '=', resourceId).execute();
  return rows.length;
};

describe('creating an upload', () => {
  const post = (headers: Record<string, string>, metadata?: Record<string, string>) =>
    tus.send('POST', SESSIONS, leaker, {
      'Upload-Metadata': metadataOf(metadata ?? { resourceId, path: 'a.txt' }),
      ...headers,
    });

  it.each([
    ['without a length', {}, 400],
    ['with a deferred length', { 'Upload-Defer-Length': '1' }, 400],
    ['with both length and deferral', { 'Upload-Length': '5', 'Upload-Defer-Length': '1' }, 400],
    ['with a negative length', { 'Upload-Length': '-1' }, 400],
    ['with a fractional length', { 'Upload-Length': '1.5' }, 400],
    ['with a non-numeric length', { 'Upload-Length': 'much' }, 400],
    ['with a length beyond safe integers', { 'Upload-Length': '99999999999999999999' }, 400],
    ['one byte over the limit', { 'Upload-Length': String(15 * GB + 1) }, 413],
    ['as a partial upload', { 'Upload-Length': '5', 'Upload-Concat': 'partial' }, 400],
    ['as a concatenation', { 'Upload-Length': '5', 'Upload-Concat': `final;${SESSIONS}/x` }, 400],
    ['with another protocol version', { 'Upload-Length': '5', 'Tus-Resumable': '0.2.2' }, 412],
    ['with a body', { 'Upload-Length': '5', ...STREAM }, 415],
    ['with malformed metadata', { 'Upload-Length': '5', 'Upload-Metadata': 'path %%%,,' }, 400],
    ['with a duplicate key', { 'Upload-Length': '5', 'Upload-Metadata': 'path YQ==,path Yg==' }, 400],
    ['without metadata', { 'Upload-Length': '5', 'Upload-Metadata': '' }, 400],
  ])('is refused %s', async (_name, headers: Record<string, string>, status) => {
    const reply = await post(headers);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(reply.body.code).toMatch(/^[A-Z_]+$/);
    expect(await countSessions()).toBe(0);
  });

  it.each([
    ['no resource', { path: 'a' }, 'BAD_INPUT'],
    ['an unknown key', { resourceId: 'RESOURCE', path: 'a', role: 'ADMIN' }, 'BAD_INPUT'],
    ['a prototype', { resourceId: 'RESOURCE', path: 'a', __proto__x: '1' }, 'BAD_INPUT'],
    ['a resource that is not an id', { resourceId: '1 or 1=1', path: 'a' }, 'BAD_INPUT'],
    ['an unknown resource', { resourceId: randomUUID(), path: 'a' }, 'RESOURCE_NOT_FOUND'],
    ['no path', { resourceId: 'RESOURCE' }, 'FILE_NAME'],
    ['a path of dots', { resourceId: 'RESOURCE', path: '../..' }, 'FILE_NAME'],
    ['an invisible path', { resourceId: 'RESOURCE', path: '\u200b\u202e' }, 'FILE_NAME'],
    ['an endless path', { resourceId: 'RESOURCE', path: 'a'.repeat(1001) }, 'BAD_INPUT'],
    ['an invalid date', { resourceId: 'RESOURCE', path: 'a', modifiedAt: 'yesterday' }, 'BAD_INPUT'],
    ['an empty bundle', { resourceId: 'RESOURCE', bundle: '0' }, 'BAD_INPUT'],
    ['a bundle with too many files', { resourceId: 'RESOURCE', bundle: '401' }, 'BAD_INPUT'],
  ])('is refused with %s', async (_name, values, code) => {
    const given = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value === 'RESOURCE' ? resourceId : value]),
    );
    expect((await post({ 'Upload-Length': '5' }, given)).body.code).toBe(code);
    expect(await countSessions()).toBe(0);
  });

  it('is refused for a bundle that is too large', async () => {
    expect((await tus.create(leaker, BUNDLE_MAX_BYTES + 1, { resourceId, bundle: '2' })).status).toBe(413);
  });

  it('is refused for someone else’s resource and for a deleted one', async () => {
    const other = await test.addPerson('leaker');
    const theirs = await addDraft(test, other.id);
    expect((await tus.create(leaker, 5, { resourceId: theirs, path: 'a' })).body.code).toBe('RESOURCE_NOT_FOUND');
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', resourceId).execute();
    expect((await tus.create(leaker, 5, { resourceId, path: 'a' })).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  it('keeps a path within the resource and drops lone surrogates', async () => {
    const lone = Buffer.concat([Buffer.from('../../etc/'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('pass\0wd')]);
    const metadata = `${metadataOf({ resourceId })},path ${lone.toString('base64')}`;
    const reply = await tus.send('POST', SESSIONS, leaker, { 'Upload-Length': '5', 'Upload-Metadata': metadata });
    expect(reply.status).toBe(201);
    const { path } = await test.db
      .selectFrom('upload_sessions')
      .select('path')
      .where('resource_id', '=', resourceId)
      .executeTakeFirstOrThrow();
    expect(path).toMatch(/^etc\/[^/\0]*passwd$/);
    expect(path.isWellFormed()).toBe(true);
  });

  it('accepts a path only once', async () => {
    await tus.begin(leaker, 5, { resourceId, path: 'Folder/a.txt' });
    const again = await tus.create(leaker, 5, { resourceId, path: './Folder//a.txt' });
    expect([again.status, again.body.code]).toEqual([409, 'FILE_EXISTS']);
  });

  it('refuses a file where a folder is, and the reverse', async () => {
    const own = await addResource(test, {
      authorId: leaker.id,
      status: 'PENDING',
      files: { 'old/a.txt': 'a', b: 'b' },
    });
    const codeFor = async (path: string) => {
      const { status, body } = await tus.create(leaker, 5, { resourceId: own, path });
      return body.code ?? status;
    };
    await tus.begin(leaker, 5, { resourceId: own, path: 'new/x/y.txt' });
    await tus.begin(leaker, 5, { resourceId: own, path: 'c' });
    const taken = ['old', 'b/deeper/c.txt', 'new', 'new/x', 'c/d.txt'];
    expect(await Promise.all(taken.map(codeFor))).toEqual(taken.map(() => 'FILE_EXISTS'));
    for (const free of ['old.txt', 'old/b.txt', 'old 2', 'ne', 'new/z', 'C/d.txt', 'c0'])
      expect([free, await codeFor(free)]).toEqual([free, 201]);
  });
});

describe('continuing', () => {
  it.each([
    ['without an offset', { 'Upload-Offset': '' }, 400],
    ['at a negative offset', { 'Upload-Offset': '-1' }, 400],
    ['at two offsets', { 'Upload-Offset': '4, 0' }, 400],
    ['beyond the offset', { 'Upload-Offset': '5' }, 409],
    ['before the offset', { 'Upload-Offset': '0' }, 409],
    ['with another content type', { 'Content-Type': 'application/json' }, 415],
    ['with another protocol version', { 'Tus-Resumable': '2.0.0' }, 412],
  ])('is refused %s', async (_name, headers: Record<string, string>, status) => {
    const address = await begin(10);
    await tus.patch(leaker, address, 0, 'four');
    const reply = await tus.patch(leaker, address, 4, 'evil', headers);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await offsetOf(address)).toBe('4');
  });

  it('allows cancelling by a plain call without the protocol, as pages do', async () => {
    const url = await begin(10);
    expect((await test.call({ method: 'DELETE', url }, leaker)).statusCode).toBe(204);
    expect(await countSessions()).toBe(0);
    const other = await begin(10);
    const headers = { 'tus-resumable': '0.2.2' };
    expect((await test.call({ method: 'DELETE', url: other, headers }, leaker)).statusCode).toBe(412);
  });

  it('reports its protocol version', async () => {
    const reply = await tus.patch(leaker, await begin(10), 0, 'x', { 'Tus-Resumable': '0.1' });
    expect([reply.body.code, reply.headers.get('tus-version')]).toEqual(['UPLOAD_PROTOCOL', '1.0.0']);
  });

  it('refuses the same bytes a second time', async () => {
    const address = await begin(10);
    expect((await tus.patch(leaker, address, 0, 'four')).status).toBe(204);
    expect((await tus.patch(leaker, address, 0, 'four')).body.code).toBe('UPLOAD_OFFSET');
    expect(await offsetOf(address)).toBe('4');
  });

  it('refuses more bytes than remain, and keeps none of them', async () => {
    const address = await begin(10);
    await tus.patch(leaker, address, 0, 'four');
    expect((await tus.patch(leaker, address, 4, 'seven!!')).body.code).toBe('TOO_LARGE');
    expect(await offsetOf(address)).toBe('4');
  });

  it('refuses a body of unknown length that exceeds the rest', async () => {
    const address = await begin(10);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.alloc(64 * 1024)),
    });
    // The server may close the connection before the response is read, because the sender never stops sending.
    const reply = await tus.patch(leaker, address, 0, endless as unknown as BodyInit).catch(() => null);
    if (reply) expect(reply.status).toBe(413);
    await expect.poll(() => offsetOf(address)).toBe('0');
    expect((await tus.patch(leaker, address, 0, 'ten bytes!')).status).toBe(204);
  });

  it.each(['..%2f', '%2e%2e%2fsessions', 'x', `${randomUUID()}%00`, "1'--", randomUUID().toUpperCase()])(
    'finds nothing at %s',
    async (id) => {
      const reply = await tus.patch(leaker, `${SESSIONS}/${id}`, 0, 'x');
      expect([400, 404]).toContain(reply.status);
      expect((await tus.head(leaker, `${SESSIONS}/${randomUUID()}`)).status).toBe(404);
    },
  );

  it('rejects cross-site uploads, even by the owner', async () => {
    const address = await begin(10);
    const reply = await tus.patch(leaker, address, 0, 'x', { Origin: 'https://elsewhere.example' });
    expect([reply.status, reply.body.code]).toEqual([403, 'CROSS_SITE']);
    expect(await offsetOf(address)).toBe('0');
  });

  it('refuses before any of the body is sent', async () => {
    const other = await test.addPerson('leaker');
    const address = await begin(1_000_000);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PATCH ${address} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${other.headers.cookie}\r\n` +
        'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Length: 1000000\r\n' +
        'Content-Type: application/offset+octet-stream\r\n\r\n',
    );
    const [head] = (await new Promise<Buffer[]>((resolve) => socket.once('data', (data) => resolve([data])))) as [
      Buffer,
    ];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });
});
