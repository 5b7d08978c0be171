// Local storage keys for the marks, from the specification (section 3). They only hold ids and usernames.
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
    // Browsers without storage have no copy.
  }
}
