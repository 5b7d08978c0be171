import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** What decides whether a resource may be downloaded, in any status. */
export const findDownloadable = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('resources')
    .select([
      'id',
      'title',
      'author_id as authorId',
      'is_premium as isPremium',
      'status',
      'hidden_at as hiddenAt',
      'deleted_at as deletedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
export type Downloadable = NonNullable<Awaited<ReturnType<typeof findDownloadable>>>;

/** One file of a resource by its exact path. */
export const findFile = (db: Kysely<DB>, resourceId: string, path: string) =>
  db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'storage_key as storageKey', 'created_at as createdAt'])
    .where('resource_id', '=', resourceId)
    .where('path', '=', path)
    .executeTakeFirst();

/** When a ticket was first used, or null. */
export const findFirstUse = async (db: Kysely<DB>, ticketHash: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('download_tickets')
    .select('first_used_at')
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst();
  return row?.first_used_at ?? null;
};

/** Keeps the moment of a ticket's first use; of two at once the first one stays. */
export const recordFirstUse = async (
  db: Kysely<DB>,
  use: { ticketHash: string; resourceId: string; now: Date },
): Promise<void> => {
  await db
    .insertInto('download_tickets')
    .values({ ticket_hash: use.ticketHash, resource_id: use.resourceId, first_used_at: use.now })
    .onConflict((conflict) => conflict.column('ticket_hash').doNothing())
    .execute();
};

/** Removes tickets that were first used before the given time. */
export const removeTickets = (db: Kysely<DB>, usedBefore: Date) =>
  db.deleteFrom('download_tickets').where('first_used_at', '<', usedBefore).execute();

export type CountedDownload = {
  resourceId: string;
  userId: string | null;
  person: string;
  file: string | undefined;
  at: Date;
};

/** Writes a download down once per person, resource and UTC day. Answers whether this one is new. */
export const recordDownload = async (trx: Kysely<DB>, download: CountedDownload): Promise<boolean> => {
  const row = await trx
    .insertInto('downloads')
    .values({
      resource_id: download.resourceId,
      user_id: download.userId,
      person: download.person,
      day: download.at.toISOString().slice(0, 10),
      file_path: download.file ?? null,
      created_at: download.at,
    })
    .onConflict((conflict) => conflict.columns(['resource_id', 'person', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const addToDownloads = (trx: Kysely<DB>, resourceId: string) =>
  trx
    .updateTable('resources')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', resourceId)
    .execute();
