import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Known, UNREADABLE_MS } from './rules.ts';

type Trx = Kysely<DB>;

/** Whether a request that stands on the board has exactly this picture. */
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

/** Whether the picture at an address could not be read lately, and no earlier reading of it is kept. */
export function isUnreadable(address: RawBuilder<unknown>, now: Date) {
  return sql<boolean>`exists (
  select from proxied_pictures pictured where pictured.address_hash = sha256(convert_to(${address}, 'UTF8'))
    and pictured.storage_key is null and pictured.failed_at between ${new Date(now.getTime() - UNREADABLE_MS)}
    and ${new Date(now.getTime() + UNREADABLE_MS)})`;
}

/** The pictures of a resource that everybody may see. */
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
 * Takes the reading of an address in hand, unless something has become of it since it was looked at. Of several at once, also in
 * other processes, one gets it; and who was held up between looking and taking does not read again what was read meanwhile.
 * @param seen what the look found
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

/** How a reading ended; `put-off` is no verdict on the address. */
export type ReadOutcome = { kind: 'read'; key: string } | { kind: 'failed' } | { kind: 'put-off' };

/** Ends the reading that was taken until `until`; a later one is somebody else's. */
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

/** Forgets a picture whose file is gone, so that it is read again. */
export async function deleteProxiedFile(db: Trx, hash: Buffer): Promise<void> {
  await db.updateTable('proxied_pictures').set({ storage_key: null }).where('address_hash', '=', hash).execute();
}

/** Forgets so many addresses that were read, or asked for first, before a time. Answers their hashes. */
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
