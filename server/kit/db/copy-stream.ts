// Streams whole tables in and out of PostgreSQL with COPY.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const AHEAD_BYTES = 1024 * 1024;

/**
 * Streams the output of `copy … to stdout`, reading at most 1 MiB ahead of the reader. If the reader stops early, the connection
 * is closed, because it would otherwise wait for the reader forever.
 * @returns the stream, which fails with PostgreSQL's own error, and `rows()`, which is known once the stream has ended
 */
export function copyOut(client: pg.Client, statement: string): { stream: AsyncIterable<Buffer>; rows(): number } {
  const out = copyTo(statement, { highWaterMark: AHEAD_BYTES });
  const read = async function* (): AsyncGenerator<Buffer> {
    let isOver = false;
    try {
      yield* client.query(out);
      isOver = true;
      // The response to this query arrives after the whole copy. Without it, the stream may end before the row count has
      // arrived.
      await client.query('select');
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      if (!isOver) await client.end();
    }
  };
  return { stream: read(), rows: () => out.rowCount };
}

/**
 * Feeds a source to `copy … from stdin`, no faster than the server accepts it.
 * @returns the number of rows
 * @throws PostgreSQL's own error, or the error of the source; no rows are kept in that case
 */
export async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const into = client.query(copyFrom(statement));
  await pipeline(source, into);
  return into.rowCount;
}
