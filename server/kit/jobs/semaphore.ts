// Limits concurrency, with a bounded queue. Callers are turned away when the queue is full.

/** Releases the slot; calling it again does nothing. */
type EndTurn = () => void;

/**
 * @returns a function that waits for a slot. It resolves to null if too many callers are waiting or the signal is aborted first.
 */
export function createSemaphore(most: { atOnce: number; waiting: number }) {
  const queue = new Set<() => void>();
  let running = 0;

  const begin = (): EndTurn => {
    running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      const [next] = queue;
      next?.();
    };
  };

  return (signal?: AbortSignal): Promise<EndTurn | null> => {
    if (signal?.aborted) return Promise.resolve(null);
    if (running < most.atOnce) return Promise.resolve(begin());
    if (queue.size >= most.waiting) return Promise.resolve(null);
    return new Promise((resolve) => {
      const leave = () => {
        queue.delete(take);
        signal?.removeEventListener('abort', onAbort);
      };
      const take = () => {
        leave();
        resolve(begin());
      };
      const onAbort = () => {
        leave();
        resolve(null);
      };
      queue.add(take);
      signal?.addEventListener('abort', onAbort);
    });
  };
}
