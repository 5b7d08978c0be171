import { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { copyIn, copyOut } from './copy-stream.ts';
import { linesOf } from './line-stream.ts';

const MIB = 1024 * 1024;

let own: Awaited<ReturnType<typeof createDatabase>>;
const clients: pg.Client[] = [];

beforeAll(async () => {
  own = await createDatabase({ empty: true });
});
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => {});
  await own.drop();
});

const connect = async (stream?: () => Socket): Promise<pg.Client> => {
  const client = new pg.Client(stream ? { ...own.connection, stream } : own.connection);
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
};

it('copies rows of any length between two connections unchanged', async () => {
  const [from, to] = [await connect(), await connect()];
  await from.query(`create table given (id int, body text, raw bytea)`);
  await from.query(
    `insert into given select n, repeat(E'é\\t\\n\\\\', n * n * 20), decode(repeat('00ff5c0a', n), 'hex') from generate_series(1, 90) n`,
  );
  await from.query(`insert into given values (null, null, ''), (0, '', null), (1, '\\N', null), (2, '\\.', null)`);
  await from.query('create table taken (like given)');
  const out = copyOut(from, 'copy given (id, body, raw) to stdout');
  expect(await copyIn(to, 'copy taken (id, body, raw) from stdin', out.stream)).toBe(94);
  expect(out.rows()).toBe(94);
  const { rows } = await to.query(
    '(table given except all table taken) union all (table taken except all table given)',
  );
  expect(rows).toEqual([]);
  const none = copyOut(from, 'copy (select 1 where false) to stdout');
  expect([await Array.fromAsync(none.stream), none.rows()]).toEqual([[], 0]);
});

it('reads no faster than it is consumed', async () => {
  const client = await connect();
  const { stream, rows } = copyOut(client, `copy (select repeat('x', 1000) from generate_series(1, 60000)) to stdout`);
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  const before = socket.bytesRead;
  let most = 0;
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes % (8 * MIB) < 64 * 1024) await sleep(50);
    // Five bytes of each protocol message are overhead.
    most = Math.max(most, socket.bytesRead - before - bytes * (1006 / 1001));
  }
  expect([bytes, rows()]).toEqual([60_000 * 1001, 60_000]);
  // The stream reads 1 MiB ahead, plus whatever a single read of the socket returns beyond that.
  expect(most).toBeLessThan(1.5 * MIB);
});

/** A socket that delivers its bytes one at a time. */
class Trickle extends Socket {
  #pushed = Promise.resolve();
  override push(chunk: Buffer | null): boolean {
    this.#pushed = this.#pushed.then(async () => {
      for (const byte of chunk ?? []) {
        await turn();
        super.push(Buffer.of(byte));
      }
      if (chunk === null) super.push(null);
    });
    return true;
  }
}

it('knows the row count when the last byte is read, however late it arrives', async () => {
  const client = await connect(() => new Trickle());
  const { stream, rows } = copyOut(client, 'copy (select n from generate_series(1, 20) n) to stdout');
  expect(Buffer.concat(await Array.fromAsync(stream)).length).toBe(51);
  expect(rows()).toBe(20);
});

it('closes the connection when the reader stops early', async () => {
  const client = await connect();
  const { stream } = copyOut(client, `copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout`);
  for await (const _ of stream) break;
  await expect(client.query('select 1')).rejects.toThrow();
});

it('stores nothing of a failed copy, passes on the error, and leaves a usable connection', async () => {
  const client = await connect();
  await client.query('create table checked (id int check (id < 3))');
  const broken = async function* () {
    yield Buffer.from('1\n2\n');
    await sleep(20);
    throw new Error('the disk failed');
  };
  await expect(copyIn(client, 'copy checked from stdin', broken())).rejects.toThrow('the disk failed');
  const wrong = async function* () {
    for (let id = 1; id < 200_000; id++) yield Buffer.from(`${id}\n`);
  };
  await expect(copyIn(client, 'copy checked from stdin', wrong())).rejects.toThrow(/violates check constraint/);
  await expect(copyIn(client, 'copy nowhere from stdin', wrong())).rejects.toThrow(/"nowhere" does not exist/);
  await expect(Array.fromAsync(copyOut(client, 'copy nowhere to stdout').stream)).rejects.toThrow(/does not exist/);
  expect((await client.query('select count(*)::int as count from checked')).rows).toEqual([{ count: 0 }]);
});

it('fails when the connection is lost, in both directions', async () => {
  const [killer, out, into] = [await connect(), await connect(), await connect()];
  await killer.query('create table lost (body text)');
  const kill = async (client: pg.Client) =>
    killer.query('select pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID]);
  const { stream } = copyOut(out, `copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout`);
  const read = async () => {
    for await (const _ of stream) await kill(out).catch(() => {});
  };
  await expect(read()).rejects.toThrow();
  const endless = async function* () {
    for (;;) {
      yield Buffer.from('a line\n');
      await sleep(1);
    }
  };
  const writing = copyIn(into, 'copy lost from stdin', endless());
  await Promise.all([expect(writing).rejects.toThrow(), sleep(50).then(() => kill(into))]);
});

it('splits lines wherever chunks end', async () => {
  const text = 'one\n\nzwölf\n日本語\nlast';
  for (const size of [1, 2, 3, 7, 100]) {
    const bytes = Buffer.from(text);
    const blocks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    expect(await Array.fromAsync(linesOf(blocks()))).toEqual(text.split('\n'));
  }
});
