import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** What decides whether someone is new to the forum, and how much they may still write. */
export type WriterRecord = {
  createdAt: Date;
  /** Readable posts. */
  posts: number;
  /** Administrators and moderators. */
  isExempt: boolean;
  /** Posts in the last hour, removed ones included. */
  recentPosts: number;
  /** Time of the oldest of the posts that use up the hour's limit; null while the limit is not reached. */
  fullSince: Date | null;
};

/** @param limit maximum number of posts since `since` */
export async function findWriterRecord(
  db: Kysely<DB>,
  { userId, since, limit }: { userId: string; since: Date; limit: number },
): Promise<WriterRecord> {
  const recent = sql`from forum_posts p where p.author_id = u.id and p.created_at > ${since}::timestamptz`;
  const { rows } = await sql<WriterRecord>`select u.created_at as "createdAt", u.posts_count as posts,
      (u.role = 'ADMIN' or exists (select from forum_moderators m where m.user_id = u.id)) as "isExempt",
      (select count(*)::int ${recent}) as "recentPosts",
      (select p.created_at ${recent} order by p.created_at desc offset ${limit - 1} limit 1) as "fullSince"
    from users u where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`user ${userId} does not exist`);
  return row;
}
