// Decides which download button to show. The server checks permissions again on every request (specification, section 6).

import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import type { Account } from '#contract/accounts/api.ts';

/** `free` leads to the ad page and `member` allows a direct download. The other values say what the user must do first. */
export type DownloadRight = 'free' | 'member' | 'sign-in' | 'upgrade';

/** How `user` (null for a visitor) may download a resource. */
export function downloadRight(
  resource: { isPremium: boolean },
  user: Pick<Account, 'role' | 'isPremium'> | null,
): DownloadRight {
  if (isAdFree(user)) return 'member';
  if (!resource.isPremium) return 'free';
  return user ? 'upgrade' : 'sign-in';
}
