// New posts of a thread. Their events can arrive in any order, or get lost.
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import type { followRead } from './follow-read.ts';
import { leavesGap, withPost } from './thread-changes.ts';

/** How long to wait for missing posts before reloading. */
const GAP_MS = 1500;

type Follow = ReturnType<typeof followRead<ThreadPage>>;

/** Inserts posts in order. A post that arrives early waits for the ones before it. */
export function createArrivals({ current, apply, readAnew }: Follow) {
  const early: Post[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const letIn = (): void => {
    early.sort((one, other) => one.number - other.number);
    for (const post of early.splice(0)) {
      const page = current();
      if (page && leavesGap(page, post)) early.push(post);
      apply(withPost(post));
    }
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const fill = async (): Promise<void> => {
    stop();
    try {
      await readAnew();
      letIn();
    } catch {
      // The next reconnect or new post triggers another attempt.
    }
    early.length = 0;
  };
  return {
    receive(post: Post): void {
      early.push(post);
      letIn();
      if (early.length === 0) stop();
      else timer ??= setTimeout(fill, GAP_MS);
    },
    // Reloads the page immediately, then inserts newer posts that arrived early.
    fill,
    stop,
  };
}
