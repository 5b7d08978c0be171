// What a search and a filter are taken for: groups of terms, of which a hit has one each, and their tsquery text.
import type { FACET_KINDS } from '#contract/resources/limits.ts';
import type { CountedTerm, KnownWord } from '#server/features/resources/search/queries/terms.ts';

/** What a listing may be narrowed by beside its search. */
export type FilterKind = (typeof FACET_KINDS)[number];

/** A listing's filter, all text as asked. */
export type ListingFilter = { search?: string | undefined } & { [kind in FilterKind]?: string | undefined };

/** One thing that a hit must have: any of these terms. */
export type Group = { terms: CountedTerm[]; isFacet: boolean };

/** How many single changes (a letter more, less, other, or two swapped) lead from one word to the other. */
const editDistance = (from: string, to: string): number => {
  const a = [...from];
  const b = [...to];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

/** A word with more changes than this is another word. */
const MOST_CHANGES = 3;

/** The word in use that a mistyped one most likely means: the nearest, and of those the most used. */
const mendWord = (word: string, alike: readonly CountedTerm[]): CountedTerm | null => {
  const most = Math.min(MOST_CHANGES, 1 + Math.floor([...word].length / 4));
  const near = alike
    .map((found) => ({ found, distance: editDistance(word, found.term) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.found.count - a.found.count || (a.found.term < b.found.term ? -1 : 1));
  return near[0]?.found ?? null;
};

/** The words that one word of a search stands for, and what it was mended to, if it was. */
const understandWord = (known: KnownWord): { terms: CountedTerm[]; mended: string | null } => {
  const own = known.count > 0 ? [{ term: known.word, count: known.count }] : [];
  const terms = [...own, ...known.variants, ...known.beginning];
  if (terms.length === 0) terms.push(...known.holding);
  if (terms.length > 0) {
    const byTerm = new Map(terms.map((found) => [found.term, found]));
    return { terms: [...byTerm.values()], mended: null };
  }
  const mended = mendWord(known.word, known.alike);
  return { terms: mended ? [mended] : [], mended: mended?.term ?? null };
};

/** A term as tsquery reads it, whatever signs it has. */
const quoteTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Any of some terms, as part of a tsquery; with weights, only where they stand in such a place. */
export function anyOf(terms: readonly string[], weights = ''): string {
  return `(${terms.map((term) => `${quoteTerm(term)}${weights && `:${weights}`}`).join(' | ')})`;
}

/** What hits must match: tsquery texts, all of them. */
export type TermQuery = readonly string[];

const queryOf = (groups: readonly Group[]): TermQuery =>
  groups.map(({ terms }) => anyOf(terms.map(({ term }) => term)));

/** The words alone, each in a place of such a weight: A is title and editor, B the author. */
const placedQuery = (groups: readonly Group[], weights: 'A' | 'AB'): string =>
  wordGroups(groups)
    .map((terms) => anyOf(terms, weights))
    .join(' & ');

/** The words one after the other in title or editor. */
const phraseQuery = (groups: readonly Group[]): string =>
  wordGroups(groups)
    .map((terms) => anyOf(terms, 'A'))
    .join(' <-> ');

/** A word that is in the tags alone, and none of its group in title, editor or author. */
const taggedQuery = (groups: readonly Group[]): string =>
  wordGroups(groups)
    .map((terms) => `(${anyOf(terms, 'D')} & !${anyOf(terms, 'AB')})`)
    .join(' | ');

const wordGroups = (groups: readonly Group[]): string[][] =>
  groups.filter(({ isFacet }) => !isFacet).map(({ terms }) => terms.map(({ term }) => term));

/** A filter as the words in use and the counters explain it. */
export type Understood = {
  groups: Group[];
  /** A tsquery for each group. */
  query: TermQuery;
  /** Whether there are words to rank by. */
  isRanked: boolean;
  phrase: string;
  /** The whole search as it was understood, when a word of it was mended. */
  mended: string | null;
  /** How many visible resources there are. */
  all: number;
};

/** Makes groups of what the database knows about a search and its filter. */
export function understandSearch(
  search: string,
  known: { words: readonly KnownWord[]; facets: readonly CountedTerm[]; all: number },
): Understood {
  // A word that is said twice, or mended to one that is said, is one thing to have; what it was said for last counts.
  const read = known.words.map((word) => ({ ...understandWord(word), word: word.word }));
  const words = [...new Map(read.map((word) => [word.mended ?? word.word, word])).values()];
  const groups: Group[] = [
    ...words.map(({ terms }) => ({ terms, isFacet: false })),
    // A search of signs alone has no word to find.
    ...(search && words.length === 0 ? [{ terms: [], isFacet: true }] : []),
    ...known.facets.map((facet) => ({ terms: facet.count > 0 ? [facet] : [], isFacet: true })),
  ];
  const phrase = words.map(({ word, mended }) => mended ?? word).join(' ');
  return {
    groups,
    query: queryOf(groups),
    isRanked: words.length > 0,
    phrase,
    mended: words.some(({ mended }) => mended !== null) ? phrase : null,
    all: known.all,
  };
}

/** The tsqueries that rank hits among themselves, for what search_places (db/migrations) keeps beside each. */
export function rankingOf({ phrase, groups }: Understood) {
  return {
    editor: quoteTerm(`=${phrase.slice(0, 200)}`),
    sequence: phraseQuery(groups),
    titled: placedQuery(groups, 'A'),
    authored: placedQuery(groups, 'AB'),
    tagged: taggedQuery(groups),
  };
}
export type Ranking = ReturnType<typeof rankingOf>;

/** The exact number of hits where counters know it: of one term alone, or of none. */
export function knownTotal({ groups, all }: Understood): number | null {
  if (groups.length === 0) return all;
  if (groups.some(({ terms }) => terms.length === 0)) return 0;
  const [only] = groups;
  return groups.length === 1 && only?.terms.length === 1 ? (only.terms[0]?.count ?? 0) : null;
}

/** At least so many hits there are for sure: one group alone has as many as its most common term. */
export function leastTotal({ groups }: Understood): number {
  return groups.length === 1 ? Math.max(0, ...(groups[0]?.terms ?? []).map(({ count }) => count)) : 0;
}

/** How many hits there should be, if the groups know nothing of each other. */
export function expectedHits({ groups, all }: Understood): number {
  let share = 1;
  for (const { terms } of groups) {
    let without = 1;
    for (const { count } of terms) without *= 1 - Math.min(1, count / Math.max(1, all));
    share *= 1 - without;
  }
  return share * all;
}

/** There cannot be more hits than the rarest group has. */
export function mostHits({ groups, all }: Understood): number {
  return Math.min(all, ...groups.map(({ terms }) => terms.reduce((sum, { count }) => sum + count, 0)));
}
