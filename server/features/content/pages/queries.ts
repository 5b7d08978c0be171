import { type Kysely, sql } from 'kysely';
import type { TextSlug } from '#contract/content/limits.ts';
import type { DB } from '#db/types.ts';

const selectTexts = (db: Kysely<DB>) =>
  db
    .selectFrom('texts')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'texts.updated_by').on('users.deleted_at', 'is', null))
    .select(['texts.slug', 'texts.body', 'texts.updated_at as updatedAt', 'users.username as updatedBy']);

/** The text of each page that an admin has changed. */
export function findTexts(db: Kysely<DB>) {
  return selectTexts(db).execute();
}
export type TextRow = Awaited<ReturnType<typeof findTexts>>[number];

export function findText(db: Kysely<DB>, slug: TextSlug): Promise<TextRow | undefined> {
  return selectTexts(db).where('texts.slug', '=', slug).executeTakeFirst();
}

/** Locks the table until the transaction ends, because a page with its default text has no row to lock. */
export async function lockTexts(trx: Kysely<DB>): Promise<void> {
  await sql`lock table texts in share row exclusive mode`.execute(trx);
}

export async function putText(
  trx: Kysely<DB>,
  { slug, body, by }: { slug: TextSlug; body: string; by: string | null },
  now: Date,
): Promise<void> {
  const values = { body, updated_at: now, updated_by: by };
  await trx
    .insertInto('texts')
    .values({ slug, ...values })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(values))
    .execute();
}

export async function deleteText(trx: Kysely<DB>, slug: TextSlug): Promise<void> {
  await trx.deleteFrom('texts').where('slug', '=', slug).execute();
}
