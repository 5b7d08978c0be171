import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/**
 * Holds the right to store, reuse or remove contents until the transaction ends: who reuses a stored file and who removes
 * it would else not see each other. Taken before the turn of the counters and any row, in one order.
 */
export const holdContents = async (trx: Kysely<DB>, hashes: readonly string[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(hash, 0))
    from (select distinct hash from unnest(${[...hashes]}::text[]) as given (hash) order by hash) as ordered`.execute(
    trx,
  );
};

/** Which of these storage keys some file has. */
export const findNamedKeys = async (db: Kysely<DB>, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('resource_files')
    .select('storage_key')
    .distinct()
    .where(sql<boolean>`storage_key = any(${[...keys]}::text[])`)
    .execute();
  return new Set(rows.map(({ storage_key }) => storage_key));
};
