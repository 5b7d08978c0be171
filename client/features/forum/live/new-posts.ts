// Posts of a thread as they come in: in any order, perhaps with some missing.
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import type { followRead } from './follow-read.ts';
import { leavesGap, withPost } from './thread-changes.ts';

/** How long posts that should stand before one that has come may take until they are asked for. */
const GAP_MS = 1500;

type Follow = ReturnType<typeof followRead<ThreadPage>>;

/** Lets posts in by their order: one that comes too early waits for those before it. */
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
      // Whoever connects next, or posts, asks again.
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
    // Reads the page anew at once, and lets in what is newer than that.
    fill,
    stop,
  };
}
