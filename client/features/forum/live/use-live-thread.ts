import { useEffect, useMemo, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { Read } from '#client/kit/data/query.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { followRead } from './follow-read.ts';
import { createArrivals } from './new-posts.ts';
import { leavesGap, needsReload, type ThreadChange, withChangedThread, withEdit, withLikes } from './thread-changes.ts';
import { type LiveStatus, watch } from './watch.ts';

export type LiveThread = {
  /** Null until the browser starts to connect. */
  status: LiveStatus | null;
  /** Whether the thread was removed while the page was open. */
  isGone: boolean;
  /** The last post by someone else that arrived while the page was open. */
  news: Post | null;
  /** Shows a post written on this page, whether or not its event arrives. */
  receive(post: Post): void;
  apply(change: ThreadChange): void;
  /** Reloads the page and reconnects. Rejects with the call's error. */
  readAnew(): Promise<void>;
};

/** A live page of a thread; `personId` is the viewer's ID, null for a visitor, and undefined if it is not known yet. */
export function useLiveThread(
  given: Read<ThreadPage>,
  threadId: string,
  personId: string | null | undefined,
): LiveThread {
  const context = useAppContext();
  const [status, setStatus] = useState<LiveStatus | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isGone, setGone] = useState(false);
  const [news, setNews] = useState<Post | null>(null);
  const follow = useMemo(() => followRead(context, given), [context, given]);
  const arrivals = useMemo(() => createArrivals(follow), [follow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reconnects
  useEffect(() => {
    if (personId === undefined) return;
    let wasLive = false;
    setGone(false);
    setNews(null);
    setStatus('connecting');
    const stop = watch(
      { kind: 'thread', id: threadId },
      {
        newPost: (post) => {
          if (post.threadId !== threadId) return;
          const isNew = post.number > (follow.current()?.lastNumber ?? 0);
          arrivals.receive(post);
          if (isNew && post.author.id !== personId) setNews(post);
        },
        postEdited: (post) => follow.apply(withEdit(post)),
        newReaction: ({ postId, likes }) => follow.apply(withLikes(postId, likes)),
        reactionRemoved: ({ postId, likes }) => follow.apply(withLikes(postId, likes)),
        threadChanged: (thread) => {
          const page = follow.current();
          follow.apply(withChangedThread(thread));
          if (page && needsReload(page, thread)) void arrivals.fill();
        },
        threadDeleted: ({ id }) => setGone((gone) => gone || id === threadId),
      },
      (next, told) => {
        setStatus(next);
        if (told === undefined) return;
        if (told === null) {
          setGone(true);
          return;
        }
        const page = follow.current();
        const isBehind =
          page?.lastNumber !== told.lastNumber || page.changes !== told.changes || page.isLocked !== told.isLocked;
        // After a lost connection, always reload. Likes may be missing, which the thread's counters do not reveal.
        if (wasLive || isBehind) void arrivals.fill();
        wasLive = true;
      },
      personId,
    );
    return () => {
      stop();
      arrivals.stop();
    };
  }, [follow, arrivals, threadId, personId, attempt]);

  return {
    status,
    isGone,
    news,
    receive: (post) => {
      const page = follow.current();
      arrivals.receive(post);
      if (page && leavesGap(page, post)) void arrivals.fill();
    },
    apply: follow.apply,
    readAnew: () => {
      setAttempt(attempt + 1);
      return follow.readAnew();
    },
  };
}
