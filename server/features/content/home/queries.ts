import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Whether demo content is in the database; the pages say so with a small mark (product.md PL-7). */
export const demoIsPresent = async (db: Kysely<DB>): Promise<boolean> => {
  const row = await db.selectFrom('resources').select('id').where('demo', '=', true).limit(1).executeTakeFirst();
  return row !== undefined;
};

/** The demo's people who could still sign in. */
export const countDemoPeople = async (db: Kysely<DB>): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('demo', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
};

/** Ends everything that the demo's people are signed in with, half-done sign-ins included. */
export const endDemoSignIns = (db: Kysely<DB>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const table of ['sessions', 'access_tokens', 'pending_sign_ins'] as const)
      await trx
        .deleteFrom(table)
        .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('demo', '=', true))
        .execute();
  });
