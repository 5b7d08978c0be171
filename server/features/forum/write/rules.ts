// How posts are shown and who may write them: decisions without I/O.
import { HOUR_MS } from '#contract/durations.ts';
import { profilePath } from '#contract/paths.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { pictureFileOf, pictureSizeOf, resourceNameOf } from '#server/features/forum/content/rules.ts';
import type { Limit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { parsePost } from '#server/kit/text/markdown.ts';

/** Which renderer made the HTML of a post: count it up when its output changes. Older HTML is made anew when it is read. */
export const RENDERER = 1;

const EXCERPT_CHARACTERS = 300;

/** The beginning of a text, without half of a character at its end. */
const beginningOf = (words: string): string =>
  words.length > EXCERPT_CHARACTERS
    ? words
        .slice(0, EXCERPT_CHARACTERS)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
    : words;

/** What a post's Markdown contains, and its HTML once it is known which of its names are somebody's. */
export function readPost(content: string, publicUrl: string) {
  const { origin } = new URL(publicUrl);
  const { links, names, pictures, words, toHtml } = parsePost(content, { origin, pictures: pictureSizeOf });
  return {
    // Names behind an @, in lower case.
    names,
    // Resources of this site that it links to, by id or slug.
    resources: links.flatMap((address) => resourceNameOf(address, origin) ?? []),
    // File names of pictures.
    pictures: pictures.flatMap((address) => pictureFileOf(address) ?? []),
    // Its beginning as plain words, for lists.
    excerpt: beginningOf(words),
    toHtml: (mentions: readonly string[]): string =>
      toHtml((name) => (mentions.includes(name) ? profilePath(name) : null)),
  };
}

/** A post's Markdown as HTML. `mentions` are usernames that become links. */
export function renderPost(content: string, options: { origin: string; mentions: readonly string[] }): string {
  return readPost(content, options.origin).toHtml(options.mentions);
}

/** Whether something can be written in a thread; also administrators cannot write where it is locked. */
export function writingProblem(thread: { isLocked: boolean; isClosed: boolean }): ProblemCode | null {
  return thread.isLocked ? 'THREAD_LOCKED' : thread.isClosed ? 'FORUM_CLOSED' : null;
}

/** Why somebody cannot edit a post; null when they can (specification, section 6: only the author, and only the first post). */
export function editProblem(
  post: { authorId: string; number: number; isLocked: boolean; isClosed: boolean },
  userId: string,
): ProblemCode | null {
  if (post.authorId !== userId) return 'POST_NOT_YOURS';
  return post.number === 1 ? writingProblem(post) : 'REPLY_NOT_EDITABLE';
}

/** What is left of a limit to an account of this age: a part of it, and at least once, while the account is new. */
export function limitFor(limit: Limit, { since, now, newAccounts }: AccountAge): Limit {
  return now.getTime() - since.getTime() < newAccounts.hours * HOUR_MS
    ? { ...limit, limit: Math.max(1, Math.floor(limit.limit * newAccounts.share)) }
    : limit;
}

type AccountAge = { since: Date; now: Date; newAccounts: { share: number; hours: number } };
