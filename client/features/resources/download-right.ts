// Who may download what, as the page shows it. The server decides again at every request (specification, section 6).

import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import type { Account } from '#contract/accounts/api.ts';

/** `free` goes through the ad page, `member` has a right to premium, the other two say what is missing. */
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
