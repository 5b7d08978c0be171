// Streams whole tables in and out of PostgreSQL with COPY.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const AHEAD_BYTES = 1024 * 1024;

/**
 * The output of `copy … to stdout`, read no faster than it is consumed (1 MiB ahead). A reader that stops early closes the
 * connection, which would otherwise wait for it forever.
 * @returns `rows()` is known once the stream has ended; the stream fails with PostgreSQL's own error
 */
export function copyOut(client: pg.Client, statement: string): { stream: AsyncIterable<Buffer>; rows(): number } {
  const out = copyTo(statement, { highWaterMark: AHEAD_BYTES });
  const read = async function* (): AsyncGenerator<Buffer> {
    let isOver = false;
    try {
      yield* client.query(out);
      isOver = true;
      // This response comes after all of the copy's: the library may end the stream before the row count has arrived.
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
 * @throws PostgreSQL's own error, or that of the source; no rows are kept in that case
 */
export async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const into = client.query(copyFrom(statement));
  await pipeline(source, into);
  return into.rowCount;
}
