import { type Kysely, sql, type Updateable } from 'kysely';
import type { Announcements, DB } from '#db/types.ts';

const columns = ['id', 'text', 'link', 'active', 'starts_at as startsAt', 'ends_at as endsAt'] as const;

/** All announcements, latest start first. There are at most a hundred. */
export function findAnnouncements(db: Kysely<DB>) {
  return db.selectFrom('announcements').select(columns).orderBy('starts_at', 'desc').orderBy('id').execute();
}
export type AnnouncementRow = Awaited<ReturnType<typeof findAnnouncements>>[number];

/** Enabled announcements that have not ended, latest start first. */
export function findComing(db: Kysely<DB>, now: Date): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('announcements')
    .select(columns)
    .where('active', '=', true)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .execute();
}

export function lockAnnouncement(trx: Kysely<DB>, id: string) {
  return trx.selectFrom('announcements').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Counts the announcements. Locks the table until the transaction ends, so that none can be added concurrently. */
export async function countAnnouncementsAlone(trx: Kysely<DB>): Promise<number> {
  await sql`lock table announcements in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom('announcements')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function insertAnnouncement(trx: Kysely<DB>, announcement: Omit<AnnouncementRow, 'id'>, now: Date) {
  return trx
    .insertInto('announcements')
    .values({
      text: announcement.text,
      link: announcement.link,
      active: announcement.active,
      starts_at: announcement.startsAt,
      ends_at: announcement.endsAt,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateAnnouncement(trx: Kysely<DB>, id: string, change: Updateable<Announcements>) {
  return trx.updateTable('announcements').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();
}

export function deleteAnnouncementRow(trx: Kysely<DB>, id: string) {
  return trx.deleteFrom('announcements').where('id', '=', id).execute();
}
