import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PreparedContent } from '#server/features/forum/content/actions.ts';
import { type AuthorRow, authorOf } from '#server/features/forum/read/queries/authors.ts';
import { type ThreadRow, threadColumns } from '#server/features/forum/read/queries/places.ts';
import type { PostRow } from '#server/features/forum/read/queries/threads.ts';

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

/**
 * Appends a post to an open thread and updates all counters in one database call, so that no lock is held during a round trip.
 * Lock order: thread, subcategory, author. Undefined if there is no such thread.
 */
export async function insertReply(db: Kysely<DB>, reply: NewReply): Promise<ReplyRow | undefined> {
  const { threadId, authorId, content, digest, since, prepared, now } = reply;
  const { html, renderer, mentions, resourceIds, pictures } = prepared;
  const { rows } = await sql<ReplyRow>`select ${threadColumns(now)}, added.closed as "isClosed",
      added.same_id as "sameId", added.new_time as "postedAt",
      case when added.new_id is not null then json_build_object('id', added.new_id, 'number', added.new_number,
        'author', ${authorOf('writer', now)}) end as post
    from forum_add_post(${threadId}, ${authorId}, ${content}, ${digest}, ${since}, ${html}, ${renderer}, ${mentions},
      ${resourceIds}, ${pictures}, ${now}) added
    cross join lateral (select (added.held).*) t
    join users author on author.id = t.author_id join users writer on writer.id = t.last_post_author_id`.execute(db);
  return rows[0];
}
