import { useEffect, useState } from 'react';

export function readJson<T>(reply: Response): Promise<T> {
  return reply.json();
}

/**
 * What `read` gets from the reply; undefined until then and without an address, null if it did not load. `read` must
 * not change between renders.
 */
export function useFetched<T>(url: string | null, read: (reply: Response) => Promise<T>): T | null | undefined {
  const [value, setValue] = useState<T | null>();
  useEffect(() => {
    if (url === null) return;
    const ending = new AbortController();
    const load = async (): Promise<T> => {
      const reply = await fetch(url, { signal: ending.signal });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      return await read(reply);
    };
    load()
      .catch(() => null)
      .then((loaded) => {
        if (!ending.signal.aborted) setValue(() => loaded);
      });
    return () => ending.abort();
  }, [url, read]);
  return value;
}
