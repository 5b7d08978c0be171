// Decides which download button to show. The server checks permissions again on every request (specification, section 6).

import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import type { Session } from '#client/kit/session.tsx';

/** `free` leads to the ad page and `member` allows a direct download. The other values say what the user must do first. */
export type DownloadRight = 'free' | 'member' | 'sign-in' | 'upgrade';

/** How the reader may download a resource. Those who are not known yet are logged in, without Premium. */
export function downloadRight(
  resource: { isPremium: boolean },
  { state, user }: { state: Session['state']; user: Parameters<typeof isAdFree>[0] },
): DownloadRight {
  if (isAdFree(user)) return 'member';
  if (!resource.isPremium) return 'free';
  return state === 'signed-out' ? 'sign-in' : 'upgrade';
}
