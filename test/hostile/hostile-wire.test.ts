// Hostile requests sent as raw bytes over a real connection: framing, ranges and tokens.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { allMails, tokenIn } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { expectHarmless, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let port = 0;
let member: Person;
let file = { url: '', cookie: '' };
/** Token from the email verification link. */
let mailed = '';
const CONTENT = 'The quick brown fox jumps over the lazy dog.';

beforeAll(async () => {
  test = await startTestApp();
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
  member = await test.addPerson();
  const leaker = await test.addPerson('leaker');
  const id = await addResource(test, { authorId: leaker.id, files: { 'fox.txt': CONTENT } });
  const destination = `/direct-download/${id}?file=fox.txt`;
  const offer = await test.call({ method: 'GET', url: `/api/ad-offer?${new URLSearchParams({ destination })}` });
  const newcomer = { email: 'newcomer@people.example', password: 'a quiet green meadow' };
  await test.call({ method: 'POST', url: '/api/auth/register', payload: newcomer });
  mailed = tokenIn((await allMails(test))[0]);
  file = {
    url: offer.json<{ directUrl: string }>().directUrl,
    cookie: offer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  };
});
afterAll(() => test.stop());

/** Sends bytes and reads until the server closes the connection or stops sending. Status 0 means closed without a response. */
const exchange = (bytes: string, silenceMs = 1500) =>
  new Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = (): void => {
      socket.destroy();
      resolve({ statusCode: Number(/^HTTP\/1\.\d (\d{3})/.exec(received)?.[1] ?? 0), body: received, headers: {} });
    };
    socket.setTimeout(silenceMs, finish);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', finish);
    socket.on('error', () => {});
    socket.write(bytes, 'latin1');
  });

const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n\r\n`;
const HOST = 'Host: localhost';
const CLOSE = 'Connection: close';
const hello = (...headers: string[]): string => lines('GET /api/stats HTTP/1.1', HOST, CLOSE, ...headers);
const post = (...headers: string[]): string =>
  lines('POST /api/auth/login HTTP/1.1', HOST, CLOSE, 'Content-Type: application/json', ...headers);

/** For each framing case, the bytes to send and the acceptable statuses (0: closed without a response). */
const framings: Record<string, [string, number[]]> = {
  'TE: chunked, identity': [`${post('Transfer-Encoding: chunked, identity')}2\r\n{}\r\n0\r\n\r\n`, [400]],
  'two Content-Length': [`${post('Content-Length: 2', 'Content-Length: 3')}{}`, [400]],
  'Content-Length: -1': [`${post('Content-Length: -1')}{}`, [400]],
  'chunk extension 1 MB': [
    `${post('Transfer-Encoding: chunked')}2;${'a'.repeat(2 ** 20)}\r\n{}\r\n0\r\n\r\n`,
    [0, 400, 413],
  ],
  'bare LF line ends': [hello().replaceAll('\r\n', '\n'), [400]],
  'header name with space': [hello('X Bad: 1'), [400]],
  'two Host headers (measured default: 200)': [hello('Host: evil.example'), [400]],
  'Host empty': [lines('GET /api/stats HTTP/1.1', 'Host:', CLOSE), [400, 421]],
  '//evil path': [lines('GET //evil.example/path HTTP/1.1', HOST, CLOSE), [400, 404]],
  CONNECT: [lines('CONNECT evil.example:443 HTTP/1.1', HOST, CLOSE), [0, 400, 405]],
  'GET with body': [`${hello('Content-Length: 2')}{}`, [200, 400]],
  '3,000 headers': [hello(...Array.from({ length: 3000 }, (_, index) => `X-${index}: 1`)), [400, 431]],
  'HTTP/1.0 no host': [lines('GET /api/stats HTTP/1.0'), [200, 400]],
  'Upgrade: h2c': [
    lines(
      'GET /api/stats HTTP/1.1',
      HOST,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ),
    [200, 400],
  ],
  'X-Forwarded-For 1000 hops': [
    hello(`X-Forwarded-For: ${Array.from({ length: 1000 }, () => '1.2.3.4').join(', ')}`),
    [200],
  ],
  'X-HTTP-Method-Override: DELETE': [hello('X-HTTP-Method-Override: DELETE'), [200]],
  'Cookie 1,000 pairs': [
    hello(`Cookie: ${Array.from({ length: 1000 }, (_, index) => `a${index}=1`).join('; ')}`),
    [200],
  ],
  'Origin: null': [`${post('Origin: null', 'Content-Length: 2')}{}`, [403]],
  'Accept-Encoding: gzip;q=0,*': [hello('Accept-Encoding: gzip;q=0,*'), [200]],
  'If-None-Match: "a"*10000': [hello(`If-None-Match: ${'"a",'.repeat(10_000)}`), [431]],
};

/** More requests that the site and a proxy in front of it could interpret differently. */
const ambiguous: Record<string, [string, number[]]> = {
  'a length, then chunks': [`${post('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`, [400]],
  'chunks, then a length': [`${post('Transfer-Encoding: chunked', 'Content-Length: 2')}2\r\n{}\r\n0\r\n\r\n`, [400]],
  'a misspelled chunked encoding': [`${post('Transfer-Encoding: xchunked')}2\r\n{}\r\n0\r\n\r\n`, [400]],
  'a header folded over two lines': [hello('X-Folded: one\r\n two'), [200, 400]],
  'a length folded over two lines': [`${post('Content-Length:\r\n 2')}{}`, [400]],
  'no Host': [lines('GET /api/stats HTTP/1.1', CLOSE), [400]],
  'a header of 17 kB': [hello(`X-Long: ${'a'.repeat(17 * 1024)}`), [431]],
  TRACE: [lines('TRACE /api/stats HTTP/1.1', HOST, CLOSE, 'X-Traced: secret-word'), [400, 404, 405]],
};

describe('framing', () => {
  it('covers every case of the list', () => {
    const listed = hostileCases
      .filter(({ kind, class: of }) => kind === 'http' && of === 'framing')
      .map(({ input }) => input);
    expect(Object.keys(framings).sort()).toEqual(listed.sort());
  });

  it.each(Object.entries({ ...framings, ...ambiguous }))('%s', async (name, [bytes, statuses]) => {
    const reply = await exchange(bytes);
    expect(reply.body).not.toContain('secret-word');
    expectHarmless(reply, name, bytes);
    expect(statuses, reply.body.slice(0, 300)).toContain(reply.statusCode);
    expect((await exchange(hello())).statusCode, 'the server still responds').toBe(200);
  });
});

describe('raw request targets', () => {
  it.each([
    '/public/users/../../etc/passwd',
    '/public/Images/../../../package.json',
    '/public/../../../../etc/passwd',
    '/assets/../../server/main.ts',
    '/assets/..%2f..%2fpackage.json',
    '/download/../../../etc/passwd',
    '/public/thumbnails/%2e%2e/%2e%2e/keys/secret',
    '/public/previews/%2e%2e/%2e%2e/keys/secret',
    '\\..\\..\\etc\\passwd',
    '//',
    '///',
    '//[/assets/x',
    '//other.example/profile/name',
    '/.//',
    '/./_ui',
    '/public/../resources',
    '/assets/%2e%2e/login',
    '/\\other.example',
    'http://evil.example/etc/passwd',
    '/%',
    '/%ff%fe',
    `/${'a'.repeat(5000)}`,
    `/api/resources?search=${'a'.repeat(5000)}`,
    `/${'a/'.repeat(2000)}`,
  ])('%s', async (address) => {
    for (const accept of ['*/*', 'text/html']) {
      const reply = await exchange(lines(`GET ${address} HTTP/1.1`, HOST, CLOSE, `Accept: ${accept}`));
      expectHarmless(reply, address, address);
      expect([400, 404, 414], reply.body.slice(0, 200)).toContain(reply.statusCode);
      expect(reply.body).not.toMatch(/root:.*:0:0|"name": "helix"/);
      expect(reply.body.toLowerCase()).not.toMatch(/^location: (?:https?:)?\/\//m);
    }
  });
});

describe('ranges', () => {
  const read = (headers: Record<string, string>) =>
    test.call({ method: 'GET', url: file.url, headers: { cookie: file.cookie, ...headers } });

  it.each(literals('http', 'range').map((found) => [found.id, found] as const))('%s', async (_id, { input }) => {
    const range: Record<string, string> =
      input.startsWith('bytes') || input.startsWith('bits')
        ? { range: input }
        : { range: 'bytes=4-8', 'if-range': '"stale"' };
    const reply = await read(range);
    expect([200, 206, 416]).toContain(reply.statusCode);
    if (reply.statusCode === 200) expect(reply.body).toBe(CONTENT);
    if (reply.statusCode === 416) expect(reply.headers['content-range']).toBe(`bytes */${CONTENT.length}`);
    if (reply.statusCode !== 206) return;
    const [, from = '', to = ''] = /^bytes (\d+)-(\d+)\/44$/.exec(String(reply.headers['content-range'])) ?? [];
    expect(reply.body).toBe(CONTENT.slice(Number(from), Number(to) + 1));
  });
});

describe('tokens', () => {
  const me = (headers: Record<string, string>) => test.call({ method: 'GET', url: '/api/auth/me', headers });
  const other = `ey${'A'.repeat(41)}`;

  it.each<[string, () => Record<string, string>]>([
    ['a JWT with another key', () => ({ authorization: `Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${other}` })],
    ['an unsigned JWT', () => ({ cookie: 'token=eyJhbGciOiJub25lIn0.eyJyb2xlIjoiQURNSU4ifQ.' })],
    ['a well-formed token that was never issued', () => ({ cookie: `token=${other}` })],
    [
      'a download ticket as a session',
      () => ({ authorization: `Bearer ${new URL(file.url, 'http://localhost').searchParams.get('ticket')}` }),
    ],
    ['the token of an emailed link as a session', () => ({ cookie: `token=${mailed}` })],
    ['the token of an emailed link as a bearer token', () => ({ authorization: `Bearer ${mailed}` })],
    ['an invalid bearer token next to a valid cookie', () => ({ ...member.headers, authorization: `Bearer ${other}` })],
    ['a token of 10 kB', () => ({ cookie: `token=${'a'.repeat(10_000)}` })],
    ['two tokens, the first broken', () => ({ cookie: `token=x; ${member.headers.cookie}x` })],
    [
      'an identity in other headers',
      () => ({ 'x-user-id': member.id, 'x-forwarded-user': member.username, 'x-role': 'ADMIN' }),
    ],
  ])('%s is rejected', async (_name, headers) => {
    expect(mailed).toHaveLength(43);
    const reply = await me(headers());
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  });

  it('of ended sessions and deleted users are rejected', async () => {
    const ended = await test.addPerson();
    expect((await me(ended.headers)).statusCode).toBe(200);
    await test.call({ method: 'POST', url: '/api/auth/logout' }, ended);
    expect((await me(ended.headers)).statusCode).toBe(401);
    const gone = await test.addPerson();
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect((await me(gone.headers)).statusCode).toBe(401);
  });

  it('are rejected on the wire if they are too long', async () => {
    const reply = await exchange(hello(`Cookie: token=${'a'.repeat(100_000)}`));
    expect([400, 431]).toContain(reply.statusCode);
  });
});
