import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PreparedContent } from '#server/features/forum/content/actions.ts';
import { type AuthorRow, authorOf } from '#server/features/forum/read/queries/authors.ts';
import { type ThreadRow, threadColumns } from '#server/features/forum/read/queries/places.ts';
import type { PostRow } from '#server/features/forum/read/queries/threads.ts';
import { insertNotifications, toldCount } from '#server/features/notifications/public.ts';
import { KEEPS_ITS_PLAN } from '#server/kit/db/prepared-statements.ts';
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

/** Whom the post in the CTE `added` concerns: the thread's author, then the people it mentions. */
const concerned = ({ threadReply, mention }: PostKinds, { mentions, excerpt }: PreparedContent) => sql`
  select person.id, person.kind, 'post ' || added.new_id, (added.held).last_post_author_id, added.new_id,
    jsonb_build_object('threadId', (added.held).id, 'postId', added.new_id, 'category', c.slug, 'subCategory', s.slug,
      'excerpt', ${excerpt}::text)
  from added
  join forum_subcategories s on s.id = (added.held).subcategory_id join forum_categories c on c.id = s.category_id
  cross join lateral (
    select (added.held).author_id as id, ${threadReply.kind}::text as kind where added.new_number > 1
    union all select id, ${mention.kind}::text from users where username = any(${mentions}::text[])
  ) person where added.new_id is not null`;

/**
 * Appends a post to an open thread and updates all counters in one database call, so that no lock is held during a round trip.
 * Lock order: thread, subcategory, author. Undefined if there is no such thread. Notifies the people whom the post concerns in the
 * same statement.
 */
export async function insertReply(db: Kysely<DB>, kinds: PostKinds, reply: NewReply): Promise<ReplyRow | undefined> {
  const { threadId, authorId, content, digest, since, prepared, now } = reply;
  const { html, renderer, mentions, resourceIds, pictures } = prepared;
  const both = [kinds.threadReply, kinds.mention];
  const { rows } = await sql<ReplyRow>`${KEEPS_ITS_PLAN} with added as (
      select * from forum_add_post(${threadId}, ${authorId}, ${content}, ${digest}, ${since}, ${html}, ${renderer},
        ${mentions}, ${resourceIds}, ${pictures}, ${now})
    ), told as (${insertNotifications(both, concerned(kinds, prepared), now)})
    select ${threadColumns(now)}, added.closed as "isClosed",
      added.same_id as "sameId", added.new_time as "postedAt",
      case when added.new_id is not null then json_build_object('id', added.new_id, 'number', added.new_number,
        'author', ${authorOf('writer', now)}) end as post, ${toldCount} as told
    from added
    cross join lateral (select (added.held).*) t
    join users author on author.id = t.author_id join users writer on writer.id = t.last_post_author_id`.execute(db);
  return rows[0];
}
