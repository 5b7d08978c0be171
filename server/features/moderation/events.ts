// What readers at hand are told of an administrator's act, once it has committed.
import type { Deps } from '../../deps.ts';
import type { Live } from '../forum/events.ts';
import { findPosts, findThread } from '../forum/queries.ts';
import { presentPost, presentThread } from '../forum/rules.ts';

type TellingDeps = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'log'> & { live: Live };

/** Tells the readers at hand. To be called once the transaction has committed; it never throws. */
export type Tell = () => Promise<void>;

/**
 * Each of these reads what it tells, as everybody may see it by then. An act that has committed does not fail because nobody
 * could be told: who has missed something fetches it.
 */
export const createTelling = ({ db, now, publicUrl, log, live }: TellingDeps) => {
  const safely = async (tell: () => Promise<void>): Promise<void> => {
    try {
      await tell();
    } catch (error) {
      log.warn({ err: error }, 'Readers could not be told of an act of moderation');
    }
  };
  const threadChanged = async (id: string): Promise<void> => {
    const thread = await findThread(db, id, null, now());
    if (thread) live.threadChanged(presentThread(thread));
  };
  return {
    threadChanged: (id: string) => safely(() => threadChanged(id)),
    postRemoved: (threadId: string, postId: string) =>
      safely(async () => {
        const [post] = await findPosts(db, { id: postId }, null, now());
        if (post) live.postEdited(presentPost(post, publicUrl()));
        await threadChanged(threadId);
      }),
    threadRemoved: (thread: { id: string; categoryId: string }) => safely(async () => live.threadDeleted(thread)),
  };
};
