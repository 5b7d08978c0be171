// Cache of API responses, keyed by call, fresh for 30 seconds and filled by the route loaders.

/** How long an entry is fresh, so a page hydrated from server data doesn't request it again. */
const FRESH_MS = 30_000;
/** Maximum number of entries, more than any visit shows. The oldest are evicted first. */
const KEPT = 300;

type Answer = { data: unknown; at: number };

/** Cache entries as serialised into the page. */
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
    // Resolves to the cached entry if fresh, otherwise requests it. Pending requests are shared.
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
    // Replaces an entry after a write. It counts as fresh.
    put,
    // Marks an entry stale. It stays on screen, but the next load requests it again.
    invalidate(key: string): void {
      const known = answers.get(key);
      if (known) known.at = 0;
      asking.delete(key);
    },
    // Deletes an entry that must not be shown any more. The next render waits for a new one.
    remove(key: string): void {
      asking.delete(key);
      if (!answers.delete(key)) return;
      for (const listener of listeners) listener();
    },
    // Marks everything stale after a change of user or permissions. Entries stay on screen until the next load.
    invalidateAll(): void {
      for (const answer of answers.values()) answer.at = 0;
      asking.clear();
    },
    dehydrate: (): DehydratedCache => [...answers].map(([key, { data }]) => [key, data]),
    // Adds the entries sent with the page. They count as fresh from now on.
    hydrate(packed: DehydratedCache): void {
      for (const [key, data] of packed) put(key, data);
    },
  };
}

export type QueryCache = ReturnType<typeof createQueryCache>;
