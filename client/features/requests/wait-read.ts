import { type Read, read } from '#client/kit/data/query.ts';
import { getRequestWait } from './api.ts';

/**
 * A person's wait. `until` is in the time of the browser that received the response, whose clock may be wrong; data that came
 * with the page does not have it yet.
 */
export type KnownWait = { waitSeconds: number; until?: number };

const asked = read(getRequestWait, {});

/** A person's wait until the next request; cached per person, so that nobody sees another one's. */
export function waitRead(personId: string): Read<KnownWait> {
  return {
    key: `${asked.key} ${personId}`,
    run: async (context) => {
      const { waitSeconds } = await asked.run(context);
      return typeof window === 'undefined' ? { waitSeconds } : { waitSeconds, until: Date.now() + waitSeconds * 1000 };
    },
  };
}

/** End of the wait in this browser's time; null without one. */
export function endOfWait({ waitSeconds, until }: KnownWait): number | null {
  return waitSeconds === 0 ? null : (until ?? Date.now() + waitSeconds * 1000);
}
