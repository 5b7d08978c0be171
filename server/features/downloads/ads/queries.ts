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

/** All advertisements, newest first; an administrator keeps a hundred at most. */
export const findAds = (db: Kysely<DB>) =>
  db.selectFrom('ad_creatives').select(adColumns).orderBy('created_at', 'desc').orderBy('id').execute();

export const findAd = (db: Kysely<DB>, id: string) =>
  db.selectFrom('ad_creatives').select(adColumns).where('id', '=', id).executeTakeFirst();
export type AdRow = NonNullable<Awaited<ReturnType<typeof findAd>>>;

/** The advertisement, held until the transaction ends. */
export const lockAd = (trx: Kysely<DB>, id: string) =>
  trx.selectFrom('ad_creatives').select(adColumns).where('id', '=', id).forUpdate().executeTakeFirst();

/** What the ad page needs of those that are shown, in an order that is the same every time. */
export const findShownAds = (db: Kysely<DB>) =>
  db
    .selectFrom('ad_creatives')
    .select(['id', 'title', 'text', 'action', 'link', 'image_key as imageKey', 'weight'])
    .where('active', '=', true)
    .orderBy('id')
    .execute();
export type ShownAd = Awaited<ReturnType<typeof findShownAds>>[number];

/** How many there are. Until the transaction ends nobody else adds one, so that the number stays true. */
export const countAdsAlone = async (trx: Kysely<DB>): Promise<number> => {
  await sql`lock table ad_creatives in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom('ad_creatives')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const insertAd = (
  trx: Kysely<DB>,
  ad: Pick<AdRow, 'title' | 'text' | 'action' | 'link' | 'weight' | 'active'>,
  now: Date,
) =>
  trx
    .insertInto('ad_creatives')
    .values({ ...ad, created_at: now, updated_at: now })
    .returning(adColumns)
    .executeTakeFirstOrThrow();

export const updateAd = (trx: Kysely<DB>, id: string, change: Updateable<AdCreatives>, now: Date) =>
  trx
    .updateTable('ad_creatives')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returning(adColumns)
    .executeTakeFirstOrThrow();

export const removeAd = (trx: Kysely<DB>, id: string) => trx.deleteFrom('ad_creatives').where('id', '=', id).execute();

/** Adds to the counts of one advertisement; one that is gone takes none. */
export const addToCounts = (
  db: Kysely<DB>,
  id: string,
  { impressions, clicks }: { impressions: number; clicks: number },
) =>
  db
    .updateTable('ad_creatives')
    .set((row) => ({ impressions: row('impressions', '+', impressions), clicks: row('clicks', '+', clicks) }))
    .where('id', '=', id)
    .execute();

/** Whether an advertisement shows this picture. */
export const isImageShown = async (db: Kysely<DB>, key: string): Promise<boolean> =>
  (await db.selectFrom('ad_creatives').select('id').where('image_key', '=', key).executeTakeFirst()) !== undefined;
