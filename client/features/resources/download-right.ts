// Who may download what, for display. The server checks again on every request (specification, section 6).

import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import type { Account } from '#contract/accounts/api.ts';

/** `free` goes through the ad page, `member` may download Premium resources directly, the others say what is missing. */
export type DownloadRight = 'free' | 'member' | 'sign-in' | 'upgrade';

/** What `user` (null for a visitor) may do with a resource. */
export function downloadRight(
  resource: { isPremium: boolean },
  user: Pick<Account, 'role' | 'isPremium'> | null,
): DownloadRight {
  if (isAdFree(user)) return 'member';
  if (!resource.isPremium) return 'free';
  return user ? 'upgrade' : 'sign-in';
}
