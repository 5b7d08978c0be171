import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { type AuthorRow, authorOf } from '#server/features/forum/public.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { isActiveAt } from '#server/platform/account-status.ts';

/** Fields of a public resource for its share image. */
export function findResourceToShow(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('resources')
    .innerJoin('users', 'users.id', 'resources.author_id')
    .select([
      'resources.id',
      'resources.title',
      'resources.editor',
      'resources.type',
      'resources.category',
      'resources.licence',
      'resources.is_premium as isPremium',
      'resources.thumbnail_key as thumbnailKey',
      'users.username as author',
    ])
    .where('resources.id', '=', id)
    .where(isVisible)
    .executeTakeFirst();
}

/** Fields of an active user for their share image. */
export function findPersonToShow(db: Kysely<DB>, id: string, now: Date) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name as displayName', 'avatar'])
    .where('id', '=', id)
    .where(isActiveAt(now))
    .executeTakeFirst();
}

type ThreadToShow = { id: string; title: string; author: AuthorRow; category: string; subcategory: string };

/** Fields of a thread for its share image; undefined if it was removed. */
export async function findThreadToShow(db: Kysely<DB>, id: string, now: Date): Promise<ThreadToShow | undefined> {
  const { rows } = await sql<ThreadToShow>`select t.id, t.title, ${authorOf('author', now)} as author,
      c.name as category, s.name as subcategory
    from forum_threads t join users author on author.id = t.author_id
    join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  return rows[0];
}

/** A share image that is stored or about to be stored. */
export type DrawnCard = { kind: string; subject: string; version: string };

export async function noteDrawn(db: Kysely<DB>, card: DrawnCard, now: Date): Promise<void> {
  await db
    .insertInto('share_cards')
    .values({ ...card, drawn_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject', 'version']).doUpdateSet({ drawn_at: now }))
    .execute();
}

/** Images to delete: drawn before `before`, replaced by a later version, or beyond the `most` newest. */
export async function listOutdatedImages(
  db: Kysely<DB>,
  { before, most, limit }: { before: Date; most: number; limit: number },
): Promise<(DrawnCard & { drawnAt: Date })[]> {
  const { rows } = await sql<DrawnCard & { drawnAt: Date }>`
    select kind, subject, version, drawn_at as "drawnAt" from share_cards old
    where drawn_at < ${before}
      or drawn_at < (select drawn_at from share_cards order by drawn_at desc offset ${most} limit 1)
      or exists (select from share_cards newer where newer.kind = old.kind and newer.subject = old.subject
        and newer.drawn_at > old.drawn_at)
    order by drawn_at limit ${limit}`.execute(db);
  return rows;
}

/** Deletes the row of an image whose file was removed, unless the image has been drawn again since then. */
export async function deleteDrawnImage(db: Kysely<DB>, card: DrawnCard & { drawnAt: Date }): Promise<void> {
  await db
    .deleteFrom('share_cards')
    .where('kind', '=', card.kind)
    .where('subject', '=', card.subject)
    .where('version', '=', card.version)
    .where('drawn_at', '=', card.drawnAt)
    .execute();
}
