// Passages of the forum's search with the found words marked. No I/O.
import { DAY_MS } from '#contract/durations.ts';
import type { Passage, PostHit } from '#contract/forum/search.ts';
import { presentAuthor } from '#server/features/forum/read/rules.ts';
import { foldText, markSpans, passageAround, textOfHtml } from '#server/kit/text/passages.ts';
import type { PostHitRow } from './queries.ts';

/** Length of an excerpt in characters, and how many of them precede its first hit. */
const EXCERPT = { characters: 220, lead: 60 };
/** Words of at least this length also match the beginning of longer words, as in `forum_words_query`. */
const PREFIX_CHARACTERS = 3;

const WORD = /[\p{L}\p{N}]+/gu;

/** A test for words that the search matches; the same rules as `forum_words_query` in the database. */
const createMatcher = (search: string): ((word: string) => boolean) => {
  const wanted = (foldText(search).match(WORD) ?? []).map((word) => ({
    isWhole: word.length < PREFIX_CHARACTERS,
    word: word.length > PREFIX_CHARACTERS && word.endsWith('s') ? word.slice(0, -1) : word,
  }));
  return (found) => wanted.some(({ word, isWhole }) => (isWhole ? found === word : found.startsWith(word)));
};

const spansIn = (text: string, isMatch: (word: string) => boolean) =>
  [...foldText(text).matchAll(WORD)].flatMap(({ 0: word, index }) =>
    isMatch(word) ? { start: index, end: index + word.length } : [],
  );

/** A function that presents hits of a search with the found words marked. */
export function createHitPresenter(search: string | null): (row: PostHitRow) => PostHit {
  const isMatch = search === null ? () => false : createMatcher(search);
  const excerptOf = (html: string): Passage => {
    const text = textOfHtml(html);
    return passageAround(text, spansIn(text, isMatch), EXCERPT);
  };
  return ({ html, title, author, createdAt, subcategory, ...row }) => ({
    id: row.id,
    threadId: row.threadId,
    number: row.number,
    title: markSpans(title, spansIn(title, isMatch)),
    excerpt: excerptOf(html),
    author: presentAuthor(author),
    createdAt: createdAt.toISOString(),
    category: row.category,
    subCategory: subcategory,
  });
}

/** The period from the first day to the last one, both included, in UTC. */
export function readDays({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from: Date | null;
  before: Date | null;
} {
  return {
    from: from === undefined ? null : new Date(from),
    before: to === undefined ? null : new Date(new Date(to).getTime() + DAY_MS),
  };
}
