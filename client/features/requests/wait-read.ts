import { type Read, read } from '#client/kit/data/query.ts';
import { getRequestWait } from './api.ts';

/**
 * How long a person waits. `until` is by the clock of the browser that was answered, which may be any; what came with the
 * page has none yet.
 */
export type KnownWait = { waitSeconds: number; until?: number };

const asked = read(getRequestWait, {});

/** How long a person waits for the next request: kept by person, so that nobody is shown another one's wait. */
export function waitRead(personId: string): Read<KnownWait> {
  return {
    key: `${asked.key} ${personId}`,
    run: async (context) => {
      const { waitSeconds } = await asked.run(context);
      return typeof window === 'undefined' ? { waitSeconds } : { waitSeconds, until: Date.now() + waitSeconds * 1000 };
    },
  };
}

/** When the wait is over by this browser's clock; null without one. */
export function endOfWait({ waitSeconds, until }: KnownWait): number | null {
  return waitSeconds === 0 ? null : (until ?? Date.now() + waitSeconds * 1000);
}
