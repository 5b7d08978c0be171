// Whole tables in and out of PostgreSQL by COPY, as streams: what pg itself offers are only the events of its connection.
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** What @types/pg leaves out of a connection. */
interface Wire {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const BLOCK_BYTES = 64 * 1024;
const AHEAD_BYTES = 1024 * 1024;
const nothing = (): void => {};
const unused = {
  handleRowDescription: nothing,
  handleDataRow: nothing,
  handlePortalSuspended: nothing,
  handleEmptyQuery: nothing,
};

const submit = (client: pg.ClientBase, query: object): void => {
  client.query(query as unknown as pg.Submittable);
};

const rowsOf = ({ text }: { text: string }): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? Number.NaN);

/**
 * What `copy … to stdout` gives, in blocks of 64 KiB, read no faster than it is taken (1 MiB ahead). Whoever leaves it before
 * its end breaks the connection.
 * @returns `rows()` is known once the stream has ended; it breaks with PostgreSQL's own error
 */
export const copyOut = (client: pg.ClientBase, statement: string): { stream: Readable; rows(): number } => {
  let rows = Number.NaN;
  let wire: Wire | undefined;
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  let isOver = false;
  const stream = new Readable({
    highWaterMark: AHEAD_BYTES,
    read: () => void wire?.stream.resume(),
    destroy(error, done) {
      if (!isOver) wire?.stream.destroy();
      done(error);
    },
  });
  const give = (bytes: Buffer): void => {
    if (!stream.push(bytes)) wire?.stream.pause();
  };
  const flush = (): void => {
    if (used === 0) return;
    give(block.subarray(0, used));
    block = Buffer.allocUnsafe(BLOCK_BYTES);
    used = 0;
  };
  submit(client, {
    ...unused,
    submit(connection: Wire) {
      wire = connection;
      connection.query(statement);
    },
    // One message a row, in a buffer that pg uses again: it is copied at once.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (used + chunk.length > BLOCK_BYTES) flush();
      if (chunk.length > BLOCK_BYTES) return give(Buffer.from(chunk));
      used += chunk.copy(block, used);
    },
    handleCommandComplete(message: { text: string }) {
      rows = rowsOf(message);
    },
    handleReadyForQuery() {
      isOver = true;
      if (stream.destroyed) return;
      flush();
      stream.push(null);
    },
    handleError(error: Error) {
      isOver = true;
      stream.destroy(error);
    },
  });
  return { stream, rows: () => rows };
};

/**
 * Feeds `copy … from stdin` with what the source gives, no faster than the server takes it.
 * @returns the number of rows
 * @throws PostgreSQL's own error, or what the source threw; no row of it is kept then
 */
export const copyIn = (client: pg.ClientBase, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController();
    let rows = Number.NaN;
    let broken: unknown;
    const feed = async (wire: Wire): Promise<void> => {
      try {
        for await (const chunk of source) {
          wire.sendCopyFromChunk(chunk);
          if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain', { signal: ended.signal });
          ended.signal.throwIfAborted();
        }
        wire.endCopyFrom();
      } catch (error) {
        if (ended.signal.aborted) return;
        broken = error;
        wire.sendCopyFail('what was to be copied could not be read');
      }
    };
    submit(client, {
      ...unused,
      submit: (connection: Wire) => connection.query(statement),
      handleCopyInResponse: (connection: Wire) => void feed(connection),
      handleCommandComplete(message: { text: string }) {
        rows = rowsOf(message);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError(error: Error) {
        ended.abort();
        reject(broken ?? error);
      },
    });
  });
