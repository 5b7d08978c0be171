// Cleanup for everything that a test opens, registered as it starts, so that a failure or timeout half-way leaves nothing behind.
type Close = () => Promise<unknown>;

export type Closers = ReturnType<typeof createClosers>;

/**
 * Collects cleanup functions. After starting a process, first register its stop function, then wait until it is ready.
 * @param options.atOnce closes everything in parallel; by default, everything is closed one after the other, newest first
 */
export function createClosers({ atOnce = false }: { atOnce?: boolean } = {}) {
  const opened: Close[] = [];
  const late: Promise<unknown>[] = [];
  let isOver = false;
  return {
    // @throws if closeAll was already called. In that case, the new resource is closed too, which aborts its start.
    add: (close: Close): void => {
      if (!isOver) {
        opened.push(close);
        return;
      }
      late.push(close());
      throw new Error('cannot start this: already closing');
    },
    // Closes everything that was added, even if closing some of it fails. @throws the first failure
    closeAll: async (): Promise<void> => {
      isOver = true;
      const failures: unknown[] = [];
      const close = (one: Close) => one().catch((error: unknown) => failures.push(error));
      const all = opened.splice(0).reverse();
      if (atOnce) await Promise.all(all.map(close));
      else for (const one of all) await close(one);
      await Promise.all(late.map((one) => one.catch((error: unknown) => failures.push(error))));
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Option for functions that start something. `onStart` receives the stop function as soon as there is something to stop. */
export type Starting = { onStart?: (stop: Close) => void };
