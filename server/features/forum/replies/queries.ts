import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PreparedContent } from '#server/features/forum/content/actions.ts';
import { type AuthorRow, authorOf } from '#server/features/forum/read/queries/authors.ts';
import { type ThreadRow, threadColumns } from '#server/features/forum/read/queries/places.ts';
import type { PostRow } from '#server/features/forum/read/queries/threads.ts';
import { insertNotifications, notifySelected, toldCount } from '#server/features/notifications/public.ts';
import { KEEPS_ITS_PLAN } from '#server/kit/db/prepared-statements.ts';
import { addingJob, type Job } from '#server/kit/jobs/jobs.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';

export type NewReply = {
  threadId: string;
  authorId: string;
  content: string;
  /** Hash of author and text. If the newest post is later than `since` and has the same hash, the request was sent twice. */
  digest: Buffer;
  since: Date;
  prepared: PreparedContent;
  now: Date;
};

/**
 * The updated thread and the new post. If `post` is null, nothing was written: posting is closed, or the newest post (`sameId`)
 * has the same text.
 */
export type ReplyRow = ThreadRow & {
  isClosed: boolean;
  sameId: string | null;
  post: (Pick<PostRow, 'id' | 'number'> & { author: AuthorRow }) | null;
  postedAt: Date | null;
};

/** For notifications: whether a post is readable. */
export const isPostShown = sql<boolean>`exists (select from forum_posts p join forum_threads t on t.id = p.thread_id
  where p.id = n.subject_id and p.deleted_at is null and t.deleted_at is null)`;

export type PostKinds = { threadReply: AnyNotification; mention: AnyNotification };

/** Whom a new post notifies: the kinds, and the job for the subscribers after the first ones. */
export type PostNews = PostKinds & { notifySubscribers: Pick<Job<never, never>, 'name'> };

/** Subscribers who are notified together with the post. A job notifies the rest, so that posting doesn't wait for thousands. */
const NOTIFIED_WITH_POST = 50;

/** What a notification about a post contains: expressions for its id, its thread's id and its beginning. */
const dataOf = (post: RawBuilder<unknown>, thread: RawBuilder<unknown>, excerpt: RawBuilder<unknown>) =>
  sql`jsonb_build_object('threadId', ${thread}, 'postId', ${post}, 'category', c.slug, 'subCategory', s.slug,
    'excerpt', ${excerpt})`;

/** Whom the post in the CTE `added` concerns: the people it mentions, and the first subscribers in the CTE `nearest`. */
const concerned = ({ threadReply, mention }: PostKinds, { mentions, excerpt }: PreparedContent) => sql`
  select person.id, person.kind, 'post ' || added.new_id, (added.held).last_post_author_id, added.new_id,
    ${dataOf(sql`added.new_id`, sql`(added.held).id`, sql`${excerpt}::text`)}
      || jsonb_build_object('isOwn', person.id = (added.held).author_id)
  from added
  join forum_subcategories s on s.id = (added.held).subcategory_id join forum_categories c on c.id = s.category_id
  cross join lateral (
    select user_id as id, ${threadReply.kind}::text as kind from nearest
      where added.new_number > 1 and nearest.place <= ${sql.lit(NOTIFIED_WITH_POST)}
    union all select id, ${mention.kind}::text from users where username = any(${mentions}::text[])
  ) person where added.new_id is not null`;

/**
 * Appends a post to an open thread and updates all counters in one database call, so that no lock is held during a round trip.
 * Lock order: thread, subcategory, author. Undefined if there is no such thread. Notifies the people whom the post concerns in the
 * same statement; a mention wins over a reply.
 */
export async function insertReply(db: Kysely<DB>, news: PostNews, reply: NewReply): Promise<ReplyRow | undefined> {
  const { threadId, authorId, content, digest, since, prepared, now } = reply;
  const { html, renderer, mentions, resourceIds, pictures, excerpt } = prepared;
  const both = [news.mention, news.threadReply];
  const rest = sql`json_build_object('postId', added.new_id, 'after', nearest.user_id, 'excerpt', ${excerpt}::text)`;
  const { rows } = await sql<ReplyRow>`${KEEPS_ITS_PLAN} with added as (
      select * from forum_add_post(${threadId}, ${authorId}, ${content}, ${digest}, ${since}, ${html}, ${renderer},
        ${mentions}, ${resourceIds}, ${pictures}, ${now})
    ), nearest as (
      select user_id, row_number() over (order by user_id) as place, count(*) over () as found from (
        select user_id from forum_subscriptions where thread_id = ${threadId} and is_on
        order by user_id limit ${sql.lit(NOTIFIED_WITH_POST + 1)}) subscribers
    ), told as (${insertNotifications(both, concerned(news, prepared), now)})
    select ${threadColumns(now)}, added.closed as "isClosed",
      added.same_id as "sameId", added.new_time as "postedAt",
      case when added.new_id is not null then json_build_object('id', added.new_id, 'number', added.new_number,
        'author', ${authorOf('writer', now)}) end as post, ${toldCount} as told,
      (select count(${addingJob(news.notifySubscribers, rest)}) from nearest where added.new_number > 1
        and nearest.place = ${sql.lit(NOTIFIED_WITH_POST)} and nearest.found > ${sql.lit(NOTIFIED_WITH_POST)}) as queued
    from added
    cross join lateral (select (added.held).*) t
    join users author on author.id = t.author_id join users writer on writer.id = t.last_post_author_id`.execute(db);
  return rows[0];
}

type Batch = { postId: string; after: string; excerpt: string; most: number };

/**
 * Notifies the next `most` people, in the order of their ids, who had subscribed when the post was written.
 * @returns number of subscribers, of whom some may not be notified, and the last one
 */
export async function notifySomeSubscribers(
  trx: Kysely<DB>,
  { threadReply }: Pick<PostKinds, 'threadReply'>,
  { postId, after, excerpt, most }: Batch,
  now: Date,
): Promise<{ taken: number; last: string }> {
  const { rows } = await sql<{ id: string }>`select f.user_id as id from forum_posts p
    join forum_threads t on t.id = p.thread_id and t.deleted_at is null
    join forum_subscriptions f on f.thread_id = t.id and f.is_on and f.changed_at <= p.created_at
    where p.id = ${postId} and p.deleted_at is null and f.user_id > ${after}::uuid
    order by f.user_id limit ${most}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const source = sql`select subscriber.id, ${threadReply.kind}::text, 'post ' || p.id, p.author_id, p.id,
      ${dataOf(sql`p.id`, sql`t.id`, sql`${excerpt}::text`)} || jsonb_build_object('isOwn', subscriber.id = t.author_id)
    from forum_posts p join forum_threads t on t.id = p.thread_id
    join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id
    cross join unnest(${ids}::uuid[]) as subscriber (id) where p.id = ${postId}`;
  if (ids.length > 0) await notifySelected(trx, [threadReply], source, now);
  return { taken: ids.length, last: ids.at(-1) ?? after };
}

/**
 * Notifies people whom an edit of a post mentions for the first time. People who have been notified of the post before aren't
 * notified again.
 */
export async function notifyMentioned(
  trx: Kysely<DB>,
  { mention }: Pick<PostKinds, 'mention'>,
  { postId, names, excerpt }: { postId: string; names: readonly string[]; excerpt: string },
  now: Date,
): Promise<void> {
  if (names.length === 0) return;
  const source = sql`select person.id, ${mention.kind}::text, 'post ' || p.id, p.author_id, p.id,
      ${dataOf(sql`p.id`, sql`t.id`, sql`${excerpt}::text`)}
    from forum_posts p join forum_threads t on t.id = p.thread_id
    join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id
    join users person on person.username = any(${[...names]}::text[]) where p.id = ${postId}`;
  await notifySelected(trx, [mention], source, now);
}
