import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Whether the database contains demo content; pages then show a small note (product.md PL-7). */
export async function demoIsPresent(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('resources').select('id').where('demo', '=', true).limit(1).executeTakeFirst();
  return row !== undefined;
}
