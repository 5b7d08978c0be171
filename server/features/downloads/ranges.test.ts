// Range requests of all kinds, over a real connection, for a file and for a ZIP. No response may contain a wrong byte or be a
// server error.
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';

type Answer = { status: number; headers: Map<string, string>; body: Buffer };
type Target = { ask: (...lines: string[]) => Promise<Answer>; whole: Buffer; etag: string; modified: string };

let test: TestApp;
let targets: Record<'file' | 'ZIP', Target>;

beforeAll(async () => {
  test = await startTestApp();
  const owner = await test.addPerson('leaker');
  const files = { 'a.bin': randomBytes(90_001), 'b/c.txt': 'c', 'b/d.bin': randomBytes(70_000), 'empty.txt': '' };
  const id = await addResource(test, { authorId: owner.id, files });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const open = async (file?: string): Promise<Target> => {
    const browser = openBrowser(test);
    const address = await browser.ticketFor(directDownloadPath(id, file));
    const own = Object.entries(browser.headers()).map((pair) => pair.join(': '));
    // Raw requests, because an HTTP client would correct or reject the invalid ones.
    const ask = async (...lines: string[]): Promise<Answer> => {
      const socket = connect(port, '127.0.0.1');
      socket.write([`GET ${address} HTTP/1.1`, 'Host: x', 'Connection: close', ...own, ...lines, '', ''].join('\r\n'));
      const all = await buffer(socket);
      const end = all.indexOf('\r\n\r\n');
      const [first = '', ...head] = all.toString('latin1', 0, end).split('\r\n');
      const headers = new Map(
        head.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.replace(/^.*?: /, '')]),
      );
      return { status: Number(first.split(' ')[1]), headers, body: all.subarray(end + 4) };
    };
    const { headers, body } = await ask();
    return { ask, whole: body, etag: headers.get('etag') ?? '', modified: headers.get('last-modified') ?? '' };
  };
  targets = { file: await open('a.bin'), ZIP: await open() };
});

afterAll(() => test.stop());

/** Checks that the body matches the response headers, whatever the status. */
const expectTruth = ({ status, headers, body }: Answer, whole: Buffer): void => {
  expect(headers.get('content-length')).toBe(String(body.length));
  if (status === 200) expect(body.equals(whole)).toBe(true);
  if (status !== 206) return;
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  expect(Number(size)).toBe(whole.length);
  expect(body.equals(whole.subarray(Number(first), Number(last) + 1))).toBe(true);
  expect(body.length).toBe(Number(last) + 1 - Number(first));
};

const BEYOND = '9007199254740993';
const FAR_BEYOND = '1'.repeat(3000);
const WHOLE = 200;
const PART = 206;
const IMPOSSIBLE = 416;

describe.each(['file', 'ZIP'] as const)('a range request for a %s', (kind) => {
  it.each([
    ['bytes=0-', PART],
    ['bytes=0-0', PART],
    ['bytes=5-', PART],
    ['bytes=-1', PART],
    ['bytes=-999999999', PART],
    ['bytes=00005-00009', PART],
    ['bytes= 5-9 ', PART],
    ['BYTES=5-9', PART],
    ['bytes=5-999999999', PART],
    [`bytes=5-${BEYOND}`, PART],
    [`bytes=-${BEYOND}`, PART],
    [`bytes=5-${FAR_BEYOND}`, PART],
    [`bytes=-${FAR_BEYOND}`, PART],
    ['bytes=-0', IMPOSSIBLE],
    ['bytes=999999999-', IMPOSSIBLE],
    [`bytes=${BEYOND}-`, IMPOSSIBLE],
    [`bytes=${BEYOND}-${BEYOND}`, IMPOSSIBLE],
    [`bytes=${FAR_BEYOND}-`, IMPOSSIBLE],
    [`bytes=18446744073709551615-18446744073709551616`, IMPOSSIBLE],
    ['', WHOLE],
    ['bytes', WHOLE],
    ['bytes=', WHOLE],
    ['bytes=-', WHOLE],
    ['bytes=--5', WHOLE],
    ['bytes=-5-', WHOLE],
    ['bytes=9-5', WHOLE],
    ['bytes=-5-9', WHOLE],
    ['bytes=5', WHOLE],
    ['bytes=5:9', WHOLE],
    ['bytes=5 - 9', WHOLE],
    ['bytes=5-9-12', WHOLE],
    ['bytes=+5-9', WHOLE],
    ['bytes=5.0-9', WHOLE],
    ['bytes=1e1-', WHOLE],
    ['bytes=0x5-0x9', WHOLE],
    ['bytes=NaN-', WHOLE],
    ['bytes=a-b', WHOLE],
    ['bytes=\xb2-\xb3', WHOLE],
    ['bytes==5-9', WHOLE],
    ['=5-9', WHOLE],
    ['5-9', WHOLE],
    ['bytes 5-9/10', WHOLE],
    ['items=5-9', WHOLE],
    ['bytes;x=1=5-9', WHOLE],
    ['bytes=0-1,5-9', WHOLE],
    ['bytes=0-9,5-20', WHOLE],
    ['bytes=5-9,', WHOLE],
    [',bytes=5-9', WHOLE],
    [`bytes=${Array.from({ length: 500 }, () => '0-').join(',')}`, WHOLE],
  ])('is answered correctly: %s', async (range, status) => {
    const { ask, whole } = targets[kind];
    const answer = await ask(`Range: ${range}`);
    expect(answer.status).toBe(status);
    expectTruth(answer, whole);
    if (status === IMPOSSIBLE) expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`);
  });

  it('is answered correctly with duplicate or malformed headers', async () => {
    const { ask, whole } = targets[kind];
    expectTruth(await ask('Range: bytes=0-4', 'Range: bytes=5-9'), whole);
    for (const lines of [['Range: bytes=0-\x004'], ['Range : bytes=0-4'], [`Range: bytes=0-${'9'.repeat(20_000)}`]]) {
      const { status } = await ask(...lines);
      expect([400, 431], lines[0]?.slice(0, 20)).toContain(status);
    }
  });

  it('is honoured only for the version named by If-Range', async () => {
    const { ask, whole, etag } = targets[kind];
    const cases: [string, number][] = [
      [etag, PART],
      [` ${etag} `, PART],
      [`W/${etag}`, WHOLE],
      [etag.slice(1, -1), WHOLE],
      [etag.toUpperCase(), /[a-f]/.test(etag) ? WHOLE : PART],
      [`"other", ${etag}`, WHOLE],
      ['*', WHOLE],
      ['', WHOLE],
      ['""', WHOLE],
      ['Mon, 01 Jan 2001 00:00:00 GMT', WHOLE],
      ['Fri, 01 Jan 2100 00:00:00 GMT', WHOLE],
      ['no date', WHOLE],
    ];
    for (const [condition, status] of cases) {
      const answer = await ask('Range: bytes=5-9', `If-Range: ${condition}`);
      expect(answer.status, condition).toBe(status);
      expectTruth(answer, whole);
    }
  });

  it('returns the matching bytes at any position', async () => {
    const { ask, whole, etag } = targets[kind];
    for (let turn = 0; turn < 40; turn += 1) {
      const first = Math.floor(Math.random() * whole.length);
      const last = Math.min(whole.length - 1, first + Math.floor(Math.random() * (turn % 2 ? 90_000 : 200)));
      const answer = await ask(`Range: bytes=${first}-${last}`, `If-Range: ${etag}`);
      expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${whole.length}`);
      expectTruth(answer, whole);
    }
  });
});

it('accepts a date in If-Range for a file, but not for a ZIP', async () => {
  const { file, ZIP } = targets;
  expect((await file.ask('Range: bytes=5-9', `If-Range: ${file.modified}`)).status).toBe(PART);
  expect(ZIP.modified).toBe('');
  expect((await ZIP.ask('Range: bytes=5-9', `If-Range: ${file.modified}`)).status).toBe(WHOLE);
});
