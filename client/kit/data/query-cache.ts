// The answers that pages were given: kept by call, fresh for half a minute, filled by the router's loaders.

/** How long an answer counts as fresh, so that a page drawn from the server's data asks nothing again. */
const FRESH_MS = 30_000;
/** More than any visit shows at once; the oldest go first. */
const KEPT = 300;

type Answer = { data: unknown; at: number };

/** Answers as they travel inside the page. */
export type DehydratedCache = [key: string, data: unknown][];

/** Makes an empty store. One per browser, one per page that the server renders. */
export function createQueryCache() {
  const answers = new Map<string, Answer>();
  const asking = new Map<string, Promise<unknown>>();
  const listeners = new Set<() => void>();

  const put = (key: string, data: unknown): void => {
    answers.delete(key);
    answers.set(key, { data, at: Date.now() });
    if (answers.size > KEPT) answers.delete(answers.keys().next().value ?? '');
    for (const listener of listeners) listener();
  };

  return {
    get: <T>(key: string): T | undefined => answers.get(key)?.data as T | undefined,
    // Resolves to the kept answer while it is fresh, else asks; a call under way is shared.
    load<T>(key: string, ask: () => Promise<T>): Promise<T> {
      const known = answers.get(key);
      if (known && Date.now() - known.at < FRESH_MS) return Promise.resolve(known.data as T);
      const running = asking.get(key) as Promise<T> | undefined;
      if (running) return running;
      const started = ask()
        .then((data) => {
          if (asking.get(key) === started) put(key, data);
          return data;
        })
        .finally(() => {
          if (asking.get(key) === started) asking.delete(key);
        });
      asking.set(key, started);
      return started;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // Replaces a kept answer after a write; it counts as fresh.
    put,
    // This answer is no longer true: it stays drawn, but whoever loads it next asks again.
    invalidate(key: string): void {
      const known = answers.get(key);
      if (known) known.at = 0;
      asking.delete(key);
    },
    // This answer is of no more use, not even to be drawn meanwhile: whoever draws it next waits for another.
    remove(key: string): void {
      asking.delete(key);
      if (!answers.delete(key)) return;
      for (const listener of listeners) listener();
    },
    // What a person may see has changed: kept answers stay drawn, but the next page asks again.
    invalidateAll(): void {
      for (const answer of answers.values()) answer.at = 0;
      asking.clear();
    },
    dehydrate: (): DehydratedCache => [...answers].map(([key, { data }]) => [key, data]),
    // Takes over what came in the page; it was current when it was sent, and counts as fresh from now on.
    hydrate(packed: DehydratedCache): void {
      for (const [key, data] of packed) put(key, data);
    },
  };
}

export type QueryCache = ReturnType<typeof createQueryCache>;
