import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Whether demo content is in the database; the pages say so with a small mark (product.md PL-7). */
export async function demoIsPresent(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('resources').select('id').where('demo', '=', true).limit(1).executeTakeFirst();
  return row !== undefined;
}
