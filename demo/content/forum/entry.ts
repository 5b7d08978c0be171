/** Source format of the demo's forum threads. demo/seed/forum.ts derives dates, ids and likes from it. */
import type { ArtSpec } from '#demo/art/frame.ts';

export type PostEntry = {
  readonly by: string;
  /** Hours since the previous post. */
  readonly after: number;
  readonly likes: number;
  /** Markdown. `resource:<key>` and `picture:<name>` are placeholders for URLs, resolved when the rows are inserted. */
  readonly text: string;
  /** Earlier versions, oldest first, each with the reason for the edit that produced it (null for the original). */
  readonly before?: readonly { readonly text: string; readonly reason: string | null }[];
  /** Reason for the latest edit. */
  readonly reason?: string;
  /** If an administrator removed the post: the reason they gave. */
  readonly removed?: string;
  /** Pictures, keyed by the name used in the text. */
  readonly pictures?: Readonly<Record<string, ArtSpec>>;
};

export type ThreadEntry = {
  readonly title: string;
  readonly daysAgo: number;
  readonly views: number;
  readonly tags: readonly string[];
  readonly isPinned?: boolean;
  readonly isLocked?: boolean;
  /** The opening post, then the replies. */
  readonly posts: readonly PostEntry[];
};

/** Shorthand for a post entry. */
export function post(
  by: string,
  after: number,
  likes: number,
  text: string,
  more: Omit<PostEntry, 'by' | 'after' | 'likes' | 'text'> = {},
): PostEntry {
  return { by, after, likes, text, ...more };
}
