// Concurrent identical reads share one. Nothing is kept: when nobody waits any more, the next caller reads again.

type Running = { over: Promise<unknown>; next: Promise<unknown> | null };

/**
 * Runs reads so that at most one of the same `key` runs at a time. A read that is running may miss what was saved after it began,
 * so later callers wait for it and share the next one: everyone gets what was saved before their call. A failure reaches all who
 * shared the read. Callers share the result and must not change it.
 */
export function createSharedReads() {
  const running = new Map<string, Running>();

  const begin = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const result = read();
    const entry: Running = { over: result.then(Boolean, Boolean), next: null };
    running.set(key, entry);
    void entry.over.then(() => {
      if (!entry.next) running.delete(key);
    });
    return result;
  };

  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const entry = running.get(key);
    if (!entry) return begin(key, read);
    entry.next ??= entry.over.then(() => begin(key, read));
    return entry.next as Promise<T>;
  };
}
