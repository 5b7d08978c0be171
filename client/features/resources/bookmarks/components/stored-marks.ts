// The keys of the specification (section 3) under which the browser mirrors the marks. They hold ids and usernames only.
import type { MarkKind } from './marks.ts';

export const MARK_KEYS: Record<MarkKind, string> = {
  liked: 'liked_resources',
  saved: 'saved_resources',
  followed: 'followed_creators',
};

/** Takes the mirror out of the browser. */
export function forgetMarks(): void {
  try {
    for (const key of Object.values(MARK_KEYS)) localStorage.removeItem(key);
  } catch {
    // A browser without storage has none.
  }
}
