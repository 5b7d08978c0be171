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
 * Adds a post behind the others of a thread that can be written in, and counts it everywhere: one call to the database, so that no
 * lock is held for the time of a message. The thread is held first, then its subcategory, then the author. Undefined when there
 * is no such thread.
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
