import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Known, UNREADABLE_MS } from './rules.ts';

type Trx = Kysely<DB>;

/** Whether a request on the board has exactly this image. */
export async function isPictureOfRequest(db: Trx, id: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('resource_requests')
    .select('id')
    .where('id', '=', id)
    .where('og_image', '=', address)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether fetching the image at a URL failed recently and no earlier copy is stored. */
export function isUnreadable(address: RawBuilder<unknown>, now: Date) {
  return sql<boolean>`exists (
  select from proxied_pictures pictured where pictured.address_hash = sha256(convert_to(${address}, 'UTF8'))
    and pictured.storage_key is null and pictured.failed_at between ${new Date(now.getTime() - UNREADABLE_MS)}
    and ${new Date(now.getTime() + UNREADABLE_MS)})`;
}

/** Keys of a public resource's own images. */
export async function findOwnPictures(db: Trx, id: string) {
  return db
    .selectFrom('resources')
    .select(['thumbnail_key as thumbnailKey', 'strip_key as stripKey'])
    .where('id', '=', id)
    .where('status', '=', sql.lit('APPROVED'))
    .where('hidden_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findKnown(db: Trx, hash: Buffer): Promise<Known | undefined> {
  return db
    .selectFrom('proxied_pictures')
    .select(['storage_key as key', 'read_at as readAt', 'failed_at as failedAt', 'reading_until as readingUntil'])
    .where('address_hash', '=', hash)
    .executeTakeFirst();
}

/**
 * Claims the fetch of a URL, unless its state has changed since it was checked. Of several concurrent claims, even in different
 * processes, only one succeeds. A request that is delayed between check and claim does not repeat a fetch that another request
 * has made in the meantime.
 * @param seen the state found by the check
 */
export async function claimReading(
  db: Trx,
  hash: Buffer,
  seen: Known | undefined,
  at: { now: Date; until: Date },
): Promise<boolean> {
  const taken = seen
    ? await db
        .updateTable('proxied_pictures')
        .set({ reading_until: at.until })
        .where('address_hash', '=', hash)
        .where('reading_until', '=', seen.readingUntil)
        .where('read_at', '=', seen.readAt)
        .returning('address_hash')
        .executeTakeFirst()
    : await db
        .insertInto('proxied_pictures')
        .values({ address_hash: hash, read_at: at.now, reading_until: at.until })
        .onConflict((conflict) => conflict.column('address_hash').doNothing())
        .returning('address_hash')
        .executeTakeFirst();
  return taken !== undefined;
}

/** Outcome of a fetch. `put-off` means that this site could not fetch the URL for now, which says nothing about the URL. */
export type ReadOutcome = { kind: 'read'; key: string } | { kind: 'failed' } | { kind: 'put-off' };

/** Ends the fetch that was claimed with this `until`; a different value belongs to another request's claim. */
export async function endReading(
  db: Trx,
  hash: Buffer,
  outcome: ReadOutcome,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const ended = { reading_until: now };
  await db
    .updateTable('proxied_pictures')
    .set(
      outcome.kind === 'read'
        ? { ...ended, storage_key: outcome.key, read_at: now, failed_at: null }
        : outcome.kind === 'failed'
          ? { ...ended, failed_at: now }
          : ended,
    )
    .where('address_hash', '=', hash)
    .where('reading_until', '=', until)
    .execute();
}

/** Clears the storage key of an image whose file is missing, so that it is fetched again. */
export async function deleteProxiedFile(db: Trx, hash: Buffer): Promise<void> {
  await db.updateTable('proxied_pictures').set({ storage_key: null }).where('address_hash', '=', hash).execute();
}

/** Deletes up to `limit` URLs that were last fetched (or first requested) before a given time. Returns their hashes. */
export async function claimOldFiles(
  db: Trx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('proxied_pictures')
    .where('address_hash', 'in', (eb) =>
      eb
        .selectFrom('proxied_pictures')
        .select('address_hash')
        .where('read_at', '<', before)
        .where('reading_until', '<=', now)
        .orderBy('read_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('address_hash as hash')
    .execute();
  return rows.map(({ hash }) => hash);
}
