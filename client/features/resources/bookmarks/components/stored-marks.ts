// Local storage keys for the marks, from the specification (section 3). Their values contain only IDs and usernames.
import type { MarkKind } from './marks.ts';

export const MARK_KEYS: Record<MarkKind, string> = {
  liked: 'liked_resources',
  saved: 'saved_resources',
  followed: 'followed_creators',
};

/** Removes the local copy from the browser. */
export function forgetMarks(): void {
  try {
    for (const key of Object.values(MARK_KEYS)) localStorage.removeItem(key);
  } catch {
    // Without storage there is no copy to delete.
  }
}
