import type { Post, Thread } from '#contract/forum/api.ts';
import type { Deps } from '#server/deps.ts';
import { prepareContent } from '#server/features/forum/content/actions.ts';
import { requireAllowance } from '#server/features/forum/newcomers/actions.ts';
import { findPost } from '#server/features/forum/read/queries/threads.ts';
import { presentPost, presentThread } from '#server/features/forum/read/rules.ts';
import { writingProblem } from '#server/features/forum/write/rules.ts';
import { findCards } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { postNews } from './jobs.ts';
import { insertReply } from './queries.ts';
import { digestOf, SAME_WITHIN_MS } from './rules.ts';

type Acting = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'limits'>;

/** A reply and its updated thread; `thread` is null if the reply repeats an existing one. */
type Written = { post: Post; thread: Thread | null };

/**
 * Replies to a thread. If the author posts the same text twice in quick succession, returns the existing post.
 * @throws Problem THREAD_NOT_FOUND, THREAD_LOCKED, FORUM_CLOSED, NEW_ACCOUNT_POSTS, NEW_ACCOUNT_LINKS
 */
export async function reply(
  deps: Acting,
  { threadId, authorId, content }: { threadId: string; authorId: string; content: string },
): Promise<Written> {
  const { db } = deps;
  const prepared = await prepareContent(deps, content);
  await requireAllowance(deps, authorId, { links: prepared.linksElsewhere });
  // Load the resources before the reply is written. If loading failed afterwards, a stored reply would look like a failed one.
  const resources = prepared.resourceIds.length > 0 ? await findCards(db, prepared.resourceIds) : [];
  const now = deps.now();
  const digest = digestOf(authorId, content);
  const since = new Date(now.getTime() - SAME_WITHIN_MS);
  const row = await insertReply(db, postNews, { threadId, authorId, content, digest, since, prepared, now });
  if (!row) throw new Problem('THREAD_NOT_FOUND');
  if (row.post === null && row.sameId !== null) {
    const same = await findPost(db, row.sameId, authorId, now);
    if (!same) throw new Problem('THREAD_NOT_FOUND');
    return { post: presentPost(same, deps.publicUrl()), thread: null };
  }
  if (row.post === null) throw new Problem(writingProblem(row) ?? 'THREAD_NOT_FOUND');
  const { id, number, author } = row.post;
  const post = presentPost(
    {
      id,
      threadId,
      number,
      content,
      html: prepared.html,
      renderer: prepared.renderer,
      mentions: prepared.mentions,
      createdAt: row.postedAt ?? now,
      version: 1,
      editReason: null,
      editedAt: null,
      deletedAt: null,
      deleteReason: null,
      likes: 0,
      author,
      reactions: [],
      resources,
    },
    deps.publicUrl(),
  );
  return { post, thread: presentThread(row) };
}
