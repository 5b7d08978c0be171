// How posts are rendered and who may write or edit them. No I/O.
import { HOUR_MS } from '#contract/durations.ts';
import { profilePath } from '#contract/paths.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { pictureFileOf, pictureSizeOf, resourceNameOf } from '#server/features/forum/content/rules.ts';
import type { Limit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { parsePost } from '#server/kit/text/markdown.ts';
import { ownPath } from '#server/kit/text/own-address.ts';

/** Version of the renderer; increase it when its output changes. HTML from older versions is rendered again when it is read. */
export const RENDERER = 1;

const EXCERPT_CHARACTERS = 300;

/** Shortens text to an excerpt without splitting a surrogate pair. */
const beginningOf = (words: string): string =>
  words.length > EXCERPT_CHARACTERS
    ? words
        .slice(0, EXCERPT_CHARACTERS)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
    : words;

/** What a post's Markdown contains, and a function that renders it once the existing usernames are known. */
export function readPost(content: string, publicUrl: string) {
  const { origin } = new URL(publicUrl);
  const { links, names, pictures, words, toHtml } = parsePost(content, { origin, pictures: pictureSizeOf });
  return {
    // Names after an @, in lower case.
    names,
    // Linked resources of this site, by id or slug.
    resources: links.flatMap((address) => resourceNameOf(address, origin) ?? []),
    // Number of links to other sites.
    linksElsewhere: links.filter((address) => ownPath(address, origin) === null).length,
    pictures: pictures.flatMap((address) => pictureFileOf(address) ?? []),
    // The beginning as plain text, for lists.
    excerpt: beginningOf(words),
    toHtml: (mentions: readonly string[]): string =>
      toHtml((name) => (mentions.includes(name) ? profilePath(name) : null)),
  };
}

/** Renders a post's Markdown to HTML. `mentions` are usernames to turn into links. */
export function renderPost(content: string, options: { origin: string; mentions: readonly string[] }): string {
  return readPost(content, options.origin).toHtml(options.mentions);
}

/** Why a thread accepts no posts, or null if it accepts them. A lock applies to administrators too. */
export function writingProblem(thread: { isLocked: boolean; isClosed: boolean }): ProblemCode | null {
  return thread.isLocked ? 'THREAD_LOCKED' : thread.isClosed ? 'FORUM_CLOSED' : null;
}

/**
 * Why a user cannot edit a post, or null if they can. Only the author can edit, and only the first post (specification, section
 * 6).
 */
export function editProblem(
  post: { authorId: string; number: number; isLocked: boolean; isClosed: boolean },
  userId: string,
): ProblemCode | null {
  if (post.authorId !== userId) return 'POST_NOT_YOURS';
  return post.number === 1 ? writingProblem(post) : 'REPLY_NOT_EDITABLE';
}

/** Rate limit for an account of this age: new accounts get a share of the limit, but at least 1. */
export function limitFor(limit: Limit, { since, now, newAccounts }: AccountAge): Limit {
  return now.getTime() - since.getTime() < newAccounts.hours * HOUR_MS
    ? { ...limit, limit: Math.max(1, Math.floor(limit.limit * newAccounts.share)) }
    : limit;
}

type AccountAge = { since: Date; now: Date; newAccounts: { share: number; hours: number } };
