// A post in one statement: everybody who reads the thread waits for it, and nobody waits for a lock that is held for the
// time of a message to the database and back.
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PreparedContent } from '../composing/actions.ts';
import { type AuthorRow, authorOf, isClosed, type PostRow, type ThreadRow, threadColumns } from '../forum/queries.ts';

export type NewReply = {
  threadId: string;
  authorId: string;
  content: string;
  /** Of author and words; the same as the newest post's since `since` is the same request, sent again. */
  digest: Buffer;
  since: Date;
  prepared: PreparedContent;
  now: Date;
};

/**
 * The thread as it is afterwards, and the post. Without one nothing was written, because the thread cannot be written in or
 * because its newest post, `sameId`, says the same.
 */
export type ReplyRow = ThreadRow & {
  isClosed: boolean;
  sameId: string | null;
  post: (Pick<PostRow, 'id' | 'number'> & { author: AuthorRow }) | null;
  postedAt: Date | null;
};

/**
 * Adds a post behind the others of a thread that can be written in, and counts it everywhere. The thread is held first, then
 * its subcategory, then the author. Undefined when there is no such thread.
 */
export const insertReply = async (db: Kysely<DB>, reply: NewReply): Promise<ReplyRow | undefined> => {
  const { threadId, authorId, content, digest, since, prepared, now } = reply;
  const { html, renderer, mentions, resourceIds, pictures } = prepared;
  const { rows } = await sql<ReplyRow>`with held as (
      select t.id, t.last_number, t.last_post_at, ${isClosed} as is_closed, t.is_locked,
        case when t.last_post_digest = ${digest}::bytea and t.last_post_at > ${since}::timestamptz
          then t.last_post_id end as same_id
      from forum_threads t join forum_subcategories s on s.id = t.subcategory_id
      join forum_categories c on c.id = s.category_id
      where t.id = ${threadId}::uuid and t.deleted_at is null for no key update of t
    ), written as (
      insert into forum_posts (thread_id, number, author_id, content, html, renderer, mentions, created_at)
      select id, last_number + 1, ${authorId}::uuid, ${content}::text, ${html}::text, ${renderer}::int,
        ${mentions}::text[],
        -- Who waited for the thread may have an older time than who had it, and processes' clocks differ: times follow numbers.
        greatest(last_post_at, ${now}::timestamptz)
      from held where not is_locked and not is_closed and same_id is null returning id, thread_id, number, created_at
    ), took_part as (
      insert into forum_participants (thread_id, user_id, first_number)
      select thread_id, ${authorId}::uuid, number from written on conflict do nothing
    ), seen as (
      insert into forum_visits (user_id, thread_id, last_number, seen_at)
      select ${authorId}::uuid, thread_id, number, ${now}::timestamptz from written
      on conflict (user_id, thread_id) do update set last_number = excluded.last_number, seen_at = excluded.seen_at
    ), linked as (
      insert into forum_post_resources (post_id, position, resource_id)
      select written.id, given.position, r.id
      from written, unnest(${resourceIds}::uuid[]) with ordinality as given (id, position)
      join resources r on r.id = given.id
    ), shown as (
      update forum_pictures set post_id = written.id from written
      where user_id = ${authorId}::uuid and post_id is null and file = any(${pictures}::text[])
    ), counted as (
      update forum_threads t set
        post_count = t.post_count + 1, last_number = written.number, last_post_id = written.id,
        last_post_number = written.number, last_post_author_id = ${authorId}::uuid, last_post_digest = ${digest}::bytea,
        last_post_at = written.created_at
      from written where t.id = written.thread_id returning t.*
    ), counted_in_list as (
      update forum_subcategories s set post_count = s.post_count + 1,
        thread_count = s.thread_count + case when counted.last_number = 1 then 1 else 0 end
      from counted
      where s.id = counted.subcategory_id returning s.id
    ), credited as (
      update users u set posts_count = u.posts_count + 1 from counted_in_list
      where u.id = ${authorId}::uuid returning u.id
    )
    select ${threadColumns(now)}, held.is_closed as "isClosed", held.same_id as "sameId",
      (select json_build_object('id', written.id, 'number', written.number, 'author', ${authorOf('u', now)})
        from written, credited join users u on u.id = credited.id) as post,
      (select created_at from written) as "postedAt"
    from held cross join lateral (
      select * from counted union all
      select forum_threads.* from forum_threads where id = held.id and not exists (select from counted)
    ) t join users author on author.id = t.author_id join users writer on writer.id = t.last_post_author_id`.execute(
    db,
  );
  return rows[0];
};
