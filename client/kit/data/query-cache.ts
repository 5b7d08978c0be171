// Cache of API responses by call. Entries are filled by the route loaders and stay fresh for 30 seconds.

/** How long an entry is fresh, so that a page hydrated with server data doesn't request it again. */
const FRESH_MS = 30_000;
/** Maximum number of entries, which is more than any visit needs. The oldest entries are evicted first. */
const KEPT = 300;

type Answer = { data: unknown; at: number };

/** Cache entries as serialised into the HTML. */
export type DehydratedCache = [key: string, data: unknown][];

/** Creates an empty cache. There is one per browser and one per server render. */
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
    // Resolves to the cached data if it is fresh; otherwise requests it. Concurrent calls share one request.
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
    // Replaces an entry after a write and marks it fresh.
    put,
    // Marks an entry stale. Its data stays on screen, but the next load requests it again.
    invalidate(key: string): void {
      const known = answers.get(key);
      if (known) known.at = 0;
      asking.delete(key);
    },
    // Deletes an entry that must no longer be shown. The next render waits for new data.
    remove(key: string): void {
      asking.delete(key);
      if (!answers.delete(key)) return;
      for (const listener of listeners) listener();
    },
    // Marks all entries stale after the user or their permissions have changed. Data stays on screen until the next load.
    invalidateAll(): void {
      for (const answer of answers.values()) answer.at = 0;
      asking.clear();
    },
    dehydrate: (): DehydratedCache => [...answers].map(([key, { data }]) => [key, data]),
    // Adds the entries embedded in the page and marks them fresh.
    hydrate(packed: DehydratedCache): void {
      for (const [key, data] of packed) put(key, data);
    },
  };
}

export type QueryCache = ReturnType<typeof createQueryCache>;
