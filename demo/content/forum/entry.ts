/** How the demo's threads are written down; their times, ids and likes are made from it (demo/seed/forum.ts). */
import type { ArtSpec } from '#demo/art/frame.ts';

export type PostEntry = {
  readonly by: string;
  /** Hours after the post before it. */
  readonly after: number;
  readonly likes: number;
  /** Markdown. `resource:<key>` and `picture:<name>` stand for addresses that are known when it is filled in. */
  readonly text: string;
  /** What it said before, the oldest first, and why each replaced the one before it. */
  readonly before?: readonly { readonly text: string; readonly reason: string | null }[];
  /** Why what it says now replaced the last of those. */
  readonly reason?: string;
  /** Why an administrator has removed it. */
  readonly removed?: string;
  /** Pictures by the name that the text calls them. */
  readonly pictures?: Readonly<Record<string, ArtSpec>>;
};

export type ThreadEntry = {
  readonly title: string;
  readonly daysAgo: number;
  readonly views: number;
  readonly tags: readonly string[];
  readonly isPinned?: boolean;
  readonly isLocked?: boolean;
  /** The first one begins the thread. */
  readonly posts: readonly PostEntry[];
};

/** One post in one line. */
export function post(
  by: string,
  after: number,
  likes: number,
  text: string,
  more: Omit<PostEntry, 'by' | 'after' | 'likes' | 'text'> = {},
): PostEntry {
  return { by, after, likes, text, ...more };
}
