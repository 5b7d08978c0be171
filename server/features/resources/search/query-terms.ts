// Turns a search and its filter into groups of terms and their tsquery text. A hit must match one term of each group.
import type { FACET_KINDS } from '#contract/resources/limits.ts';
import type { CountedTerm, KnownWord } from '#server/features/resources/search/queries/terms.ts';

/** Facet kinds that a listing can be filtered by, in addition to the search. */
export type FilterKind = (typeof FACET_KINDS)[number];

/** A listing's filter, as received. */
export type ListingFilter = { search?: string | undefined } & { [kind in FilterKind]?: string | undefined };

/** A condition that a hit meets if it has any of these terms. */
export type Group = { terms: CountedTerm[]; isFacet: boolean };

/** Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. */
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

/** Maximum edit distance of a typo. */
const MOST_CHANGES = 3;

/** The known word that a mistyped word most likely means: the nearest word, or the most common of the nearest words. */
const correctWord = (word: string, alike: readonly CountedTerm[]): CountedTerm | null => {
  const most = Math.min(MOST_CHANGES, 1 + Math.floor([...word].length / 4));
  const near = alike
    .map((found) => ({ found, distance: editDistance(word, found.term) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.found.count - a.found.count || (a.found.term < b.found.term ? -1 : 1));
  return near[0]?.found ?? null;
};

/** The words that one search word matches, and the corrected word if it was a typo. */
const understandWord = (known: KnownWord): { terms: CountedTerm[]; corrected: string | null } => {
  const own = known.count > 0 ? [{ term: known.word, count: known.count }] : [];
  const terms = [...own, ...known.variants, ...known.beginning];
  if (terms.length === 0) terms.push(...known.holding);
  if (terms.length > 0) {
    const byTerm = new Map(terms.map((found) => [found.term, found]));
    return { terms: [...byTerm.values()], corrected: null };
  }
  const corrected = correctWord(known.word, known.alike);
  return { terms: corrected ? [corrected] : [], corrected: corrected?.term ?? null };
};

/** Quotes a term for tsquery, whatever characters it contains. */
const quoteTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** tsquery that matches any of the terms; with `weights`, only in positions that have one of these weights. */
export function anyOf(terms: readonly string[], weights = ''): string {
  return `(${terms.map((term) => `${quoteTerm(term)}${weights && `:${weights}`}`).join(' | ')})`;
}

/** tsquery expressions. A hit must match all of them. */
export type TermQuery = readonly string[];

const queryOf = (groups: readonly Group[]): TermQuery =>
  groups.map(({ terms }) => anyOf(terms.map(({ term }) => term)));

/** tsquery for the words of a search, in positions with the given weights: A is title and editor, B the author. */
const placedQuery = (groups: readonly Group[], weights: 'A' | 'AB'): string =>
  wordGroups(groups)
    .map((terms) => anyOf(terms, weights))
    .join(' & ');

/** tsquery for the words of a search as a phrase in title or editor. */
const phraseQuery = (groups: readonly Group[]): string =>
  wordGroups(groups)
    .map((terms) => anyOf(terms, 'A'))
    .join(' <-> ');

/** tsquery for resources in which at least one search word matches a tag but not the title, editor or author. */
const taggedQuery = (groups: readonly Group[]): string =>
  wordGroups(groups)
    .map((terms) => `(${anyOf(terms, 'D')} & !${anyOf(terms, 'AB')})`)
    .join(' | ');

const wordGroups = (groups: readonly Group[]): string[][] =>
  groups.filter(({ isFacet }) => !isFacet).map(({ terms }) => terms.map(({ term }) => term));

/** A filter, interpreted using the vocabulary and counters. */
export type Understood = {
  groups: Group[];
  /** One tsquery per group. */
  query: TermQuery;
  /** Whether there are words to rank by. */
  isRanked: boolean;
  phrase: string;
  /** The whole corrected search; null if no word was corrected. */
  corrected: string | null;
  /** Number of visible resources. */
  all: number;
};

/** Builds the groups from what the database knows about a search and its filter. */
export function understandSearch(
  search: string,
  known: { words: readonly KnownWord[]; facets: readonly CountedTerm[]; all: number },
): Understood {
  // A word that is repeated, or corrected to another word of the search, counts as one condition. The last occurrence wins.
  const read = known.words.map((word) => ({ ...understandWord(word), word: word.word }));
  const words = [...new Map(read.map((word) => [word.corrected ?? word.word, word])).values()];
  const groups: Group[] = [
    ...words.map(({ terms }) => ({ terms, isFacet: false })),
    // A search that consists only of punctuation contains no words and finds nothing.
    ...(search && words.length === 0 ? [{ terms: [], isFacet: true }] : []),
    ...known.facets.map((facet) => ({ terms: facet.count > 0 ? [facet] : [], isFacet: true })),
  ];
  const phrase = words.map(({ word, corrected }) => corrected ?? word).join(' ');
  return {
    groups,
    query: queryOf(groups),
    isRanked: words.length > 0,
    phrase,
    corrected: words.some(({ corrected }) => corrected !== null) ? phrase : null,
    all: known.all,
  };
}

/** The tsqueries that rank hits, matched against what search_places (db/migrations) stores for each resource. */
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

/** Exact number of hits if the counters provide it (for a single term, or no terms at all); otherwise null. */
export function knownTotal({ groups, all }: Understood): number | null {
  if (groups.length === 0) return all;
  if (groups.some(({ terms }) => terms.length === 0)) return 0;
  const [only] = groups;
  return groups.length === 1 && only?.terms.length === 1 ? (only.terms[0]?.count ?? 0) : null;
}

/** Lower bound for the number of hits: for a single group, the count of its most common term. */
export function leastTotal({ groups }: Understood): number {
  return groups.length === 1 ? Math.max(0, ...(groups[0]?.terms ?? []).map(({ count }) => count)) : 0;
}

/** Expected number of hits, assuming the groups are independent. */
export function expectedHits({ groups, all }: Understood): number {
  let share = 1;
  for (const { terms } of groups) {
    let without = 1;
    for (const { count } of terms) without *= 1 - Math.min(1, count / Math.max(1, all));
    share *= 1 - without;
  }
  return share * all;
}

/** Upper bound for the number of hits: the rarest group's count. */
export function mostHits({ groups, all }: Understood): number {
  return Math.min(all, ...groups.map(({ terms }) => terms.reduce((sum, { count }) => sum + count, 0)));
}
