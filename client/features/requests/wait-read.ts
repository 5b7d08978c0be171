import { type Read, read } from '#client/kit/data/query.ts';
import { getRequestWait } from './api.ts';

/**
 * A user's waiting time. The browser computes `until` with its own clock when the response arrives, so a wrong clock makes no
 * difference. Data embedded in the page does not contain `until`.
 */
export type KnownWait = { waitSeconds: number; until?: number };

const asked = read(getRequestWait, {});

/** Query for a user's waiting time until the next request. Cached per user, so that nobody sees another user's waiting time. */
export function waitRead(personId: string): Read<KnownWait> {
  return {
    key: `${asked.key} ${personId}`,
    run: async (context) => {
      const { waitSeconds } = await asked.run(context);
      return typeof window === 'undefined' ? { waitSeconds } : { waitSeconds, until: Date.now() + waitSeconds * 1000 };
    },
  };
}

/** End of the waiting time according to the browser's clock; null if the user does not have to wait. */
export function endOfWait({ waitSeconds, until }: KnownWait): number | null {
  return waitSeconds === 0 ? null : (until ?? Date.now() + waitSeconds * 1000);
}
