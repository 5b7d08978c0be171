// What a test opens, noted as it starts: what fails or takes too long half-way still leaves nothing behind.
type Close = () => Promise<unknown>;

export type Closers = ReturnType<typeof createClosers>;

/**
 * Gathers how things are closed. Whoever starts a process adds its end at once, before waiting until it is ready.
 * @param options.atOnce closes all together; else one after the other, the newest first
 */
export function createClosers({ atOnce = false }: { atOnce?: boolean } = {}) {
  const opened: Close[] = [];
  const late: Promise<unknown>[] = [];
  let isOver = false;
  return {
    // @throws when everything was closed meanwhile: this is closed too, and whoever is starting goes no further
    add: (close: Close): void => {
      if (!isOver) {
        opened.push(close);
        return;
      }
      late.push(close());
      throw new Error('what was being started is to end already');
    },
    // Closes all that was added, even where something fails. @throws what failed first
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

/** What a function that starts something takes, to say at once how that is ended. */
export type Starting = { onStart?: (stop: Close) => void };
