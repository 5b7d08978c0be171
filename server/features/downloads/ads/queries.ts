import { type Kysely, sql, type Updateable } from 'kysely';
import type { AdCreatives, DB } from '#db/types.ts';

const adColumns = [
  'id',
  'title',
  'text',
  'action',
  'link',
  'image_key as imageKey',
  'weight',
  'active',
  'impressions',
  'clicks',
  'created_at as createdAt',
] as const;

/** All advertisements, newest first; there are at most ADS_MAX. */
export function findAds(db: Kysely<DB>) {
  return db.selectFrom('ad_creatives').select(adColumns).orderBy('created_at', 'desc').orderBy('id').execute();
}

export function findAd(db: Kysely<DB>, id: string) {
  return db.selectFrom('ad_creatives').select(adColumns).where('id', '=', id).executeTakeFirst();
}
export type AdRow = NonNullable<Awaited<ReturnType<typeof findAd>>>;

/** Locks an advertisement until the transaction ends. */
export function lockAd(trx: Kysely<DB>, id: string) {
  return trx.selectFrom('ad_creatives').select(adColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Active advertisements with the columns the ad page needs, in a stable order. */
export function findShownAds(db: Kysely<DB>) {
  return db
    .selectFrom('ad_creatives')
    .select(['id', 'title', 'text', 'action', 'link', 'image_key as imageKey', 'weight'])
    .where('active', '=', true)
    .orderBy('id')
    .execute();
}
export type ShownAd = Awaited<ReturnType<typeof findShownAds>>[number];

/** Counts the advertisements. Locks the table until the transaction ends, so that none can be added concurrently. */
export async function countAdsAlone(trx: Kysely<DB>): Promise<number> {
  await sql`lock table ad_creatives in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom('ad_creatives')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function insertAd(
  trx: Kysely<DB>,
  ad: Pick<AdRow, 'title' | 'text' | 'action' | 'link' | 'weight' | 'active'>,
  now: Date,
) {
  return trx
    .insertInto('ad_creatives')
    .values({ ...ad, created_at: now, updated_at: now })
    .returning(adColumns)
    .executeTakeFirstOrThrow();
}

export function updateAd(trx: Kysely<DB>, id: string, change: Updateable<AdCreatives>, now: Date) {
  return trx
    .updateTable('ad_creatives')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returning(adColumns)
    .executeTakeFirstOrThrow();
}

export function deleteAdRow(trx: Kysely<DB>, id: string) {
  return trx.deleteFrom('ad_creatives').where('id', '=', id).execute();
}

/** Adds to an advertisement's counts; does nothing if it was deleted. */
export function addToCounts(
  db: Kysely<DB>,
  id: string,
  { impressions, clicks }: { impressions: number; clicks: number },
) {
  return db
    .updateTable('ad_creatives')
    .set((row) => ({ impressions: row('impressions', '+', impressions), clicks: row('clicks', '+', clicks) }))
    .where('id', '=', id)
    .execute();
}

/** Whether any advertisement uses this picture. */
export async function isImageShown(db: Kysely<DB>, key: string): Promise<boolean> {
  return (
    (await db.selectFrom('ad_creatives').select('id').where('image_key', '=', key).executeTakeFirst()) !== undefined
  );
}
