import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { literals } from '#test/hostile/hostile-inputs.ts';
import { csvCell, pageThrough, sendCsv } from './csv.ts';

type Row = { id: number; text: string };

let app: FastifyInstance;
let rows: () => AsyncIterable<Row>;
const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Memory actually in use. The size of the process mostly depends on when garbage was last collected. */
const held = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const columns = [
  { header: 'ID', value: (row: Row) => row.id },
  { header: 'Text', value: (row: Row) => row.text },
];

beforeEach(() => {
  app = Fastify({ forceCloseConnections: true });
  app.get('/list.csv', async (_request, reply) => {
    await sendCsv(reply, { name: 'The list.csv', columns, rows: rows() });
    return reply;
  });
});
afterEach(() => app.close());

async function* of(...texts: string[]): AsyncGenerator<Row> {
  for (const [index, text] of texts.entries()) yield { id: index - 1, text };
}

/** Pages of a list with `total` rows, as returned by a database. */
const counted = (total: number, text: string, asked: number[] = []): AsyncGenerator<Row> =>
  pageThrough(async (last, limit) => {
    const from = (last?.id ?? -1) + 1;
    asked.push(from);
    await new Promise((done) => setImmediate(done));
    return Array.from({ length: Math.min(limit, total - from) }, (_, index) => ({ id: from + index, text }));
  });

const start = async (): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};

describe('an export', () => {
  it('is UTF-8 with a byte order mark, quoted text and CRLF', async () => {
    rows = () => of('plain', 'Müller; "AG", Köln', 'two\nlines', '');
    const reply = await app.inject('/list.csv');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/csv; charset=utf-8/);
    expect(reply.headers['content-disposition']).toBe('attachment; filename="The list.csv"');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toBe(
      '\ufeff"ID","Text"\r\n-1,"plain"\r\n0,"Müller; ""AG"", Köln"\r\n1,"two\nlines"\r\n2,""\r\n'.replace(
        ',""\r\n',
        ',""\r\n',
      ),
    );
  });

  it('of an empty list has the header row', async () => {
    rows = () => of();
    expect((await app.inject('/list.csv')).body).toBe('\ufeff"ID","Text"\r\n');
  });

  it('reads nothing for HEAD', async () => {
    const asked: number[] = [];
    rows = () => counted(5000, 'x', asked);
    const reply = await app.inject({ method: 'HEAD', url: '/list.csv' });
    expect([reply.statusCode, reply.body, asked]).toEqual([200, '', []]);
    expect(reply.headers['content-disposition']).toContain('The list.csv');
  });

  it('is rejected as usual when it fails before the first row', async () => {
    rows = () =>
      pageThrough<Row>(async () => {
        throw new Error('the database is down');
      });
    const reply = await app.inject('/list.csv');
    expect(reply.statusCode).toBe(500);
    expect(reply.headers['content-disposition']).toBeUndefined();
  });

  it('that fails midway breaks the connection instead of looking complete', async () => {
    rows = () =>
      pageThrough<Row>(async (last, limit) => {
        if (last && last.id > 5000) throw new Error('the database is down');
        return Array.from({ length: limit }, (_, index) => ({
          id: (last?.id ?? -1) + 1 + index,
          text: 'x'.repeat(99),
        }));
      });
    const answer = await fetch(`http://127.0.0.1:${await start()}/list.csv`);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('of 200,000 rows is complete and uses little memory', async () => {
    rows = () => counted(200_000, 'x'.repeat(1000));
    const answer = await fetch(`http://127.0.0.1:${await start()}/list.csv`);
    const before = held();
    const looks: number[] = [];
    let lines = 0;
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      for (const byte of chunk) if (byte === 10) lines += 1;
      bytes += chunk.length;
      if (bytes > (looks.length + 1) * 20 * MIB) looks.push(held() - before);
    }
    expect(lines).toBe(200_001);
    expect(bytes).toBeGreaterThan(180 * MIB);
    expect(looks.length).toBeGreaterThan(8);
    expect(Math.max(...looks)).toBeLessThan(40 * MIB);
  });

  it('waits for a reader that reads nothing, and stops when it disconnects', async () => {
    const asked: number[] = [];
    let isOver = false;
    rows = async function* () {
      try {
        yield* counted(2_000_000, 'x'.repeat(400), asked);
      } finally {
        isOver = true;
      }
    };
    const socket = connect(await start(), '127.0.0.1');
    socket.write('GET /list.csv HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'readable');
    // The buffers at both ends of a connection hold a few MB, which is about ten pages.
    let seen = -1;
    while (asked.length !== seen) {
      seen = asked.length;
      for (let turn = 0; turn < 2000; turn += 1) await new Promise((done) => setImmediate(done));
    }
    expect(isOver).toBe(false);
    expect(asked.length).toBeLessThan(100);
    socket.destroy();
    while (!isOver) await new Promise((done) => setImmediate(done));
    expect(asked.length).toBeLessThan(110);
  });
});

describe('a cell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '"=1',
    '\ufeff=1',
  ])('that looks like a formula is prefixed with an apostrophe: %j', (text) => expect(csvCell(text)).toBe(`'${text}`));

  it.each(literals('csv-log').map(({ id, input }) => [id, input]))('is harmless for hostile %s', async (_id, input) => {
    expect(csvCell(input)).toBe(`'${input}`);
    rows = () => of(input ?? '');
    const reply = await app.inject('/list.csv');
    expect(reply.body.split('\r\n')).toHaveLength(3);
  });

  it.each(['plain', 'a=b', 'x-1', 'mail@example.com', 'Ünïcode 漢字', 'two\nlines'])('is unchanged: %j', (text) =>
    expect(csvCell(text)).toBe(text),
  );

  it('of another type becomes what a table expects', () => {
    expect([csvCell(-5), csvCell(null), csvCell(true), csvCell(new Date(0))]).toEqual([
      -5,
      '',
      'true',
      '1970-01-01T00:00:00.000Z',
    ]);
    expect(csvCell('\ud800')).toBe('\ufffd');
  });
});

describe('a paged list', () => {
  it('continues after the last row until a page is not full', async () => {
    const asked: number[] = [];
    const found: number[] = [];
    for await (const { id } of counted(2500, '', asked)) found.push(id);
    expect(asked).toEqual([0, 100, 1100, 2100]);
    expect(found).toEqual(Array.from({ length: 2500 }, (_, index) => index));
  });

  it('of exactly two pages makes one more query', async () => {
    const asked: number[] = [];
    let rowsSeen = 0;
    for await (const _ of counted(1100, '', asked)) rowsSeen += 1;
    expect([rowsSeen, asked]).toEqual([1100, [0, 100, 1100]]);
  });
});

it('an export is accepted by the whole request pipeline', async () => {
  const { serveRoutes, answerExchange } = await import('#server/platform/serve.ts');
  const { endpoint } = await import('#contract/http.ts');
  const call = endpoint({
    method: 'GET',
    path: '/api/list',
    access: 'visitor',
    summary: 'A list.',
    reply: null,
    fallback: 'Failed to export',
  });
  const site = Fastify();
  site.decorateRequest('viewer', null);
  site.decorateRequest('suspended', false);
  site.decorateRequest('cookies', null as never);
  serveRoutes(
    site,
    [answerExchange(call, (_call, { reply }) => sendCsv(reply, { name: 'a.csv', columns, rows: of('a') }))],
    {
      checkReplies: true,
      visitorOf: () => 'visitor',
    },
  );
  await site.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/list`);
  expect((await buffer(answer.body as never)).toString()).toContain('"a"');
  await site.close();
});
