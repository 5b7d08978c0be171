// Searches for the benches: several of each kind, all different, with words of similar frequency.
import { type Kysely, sql } from 'kysely';
import { listingPath } from '#contract/paths.ts';
import type { DB } from '#db/types.ts';
import { createRandom, seasonWords } from './vocabulary.ts';

/** Maximum number of different searches per kind; there are fewer if the catalogue does not have enough suitable words. */
const MOST_OF_A_KIND = 40;

export type SearchKind = { name: string; paths: string[] };

type Filter = Parameters<typeof listingPath>[0];

/** Finds words that occur in the given share of visible resources, in a fixed order unrelated to their frequency. */
const findWords = async (db: Kysely<DB>, least: number, most: number): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    select word from search_words, (select count as visible from facet_counts where kind = 'all') as everything
    where count between visible * ${least}::float8 and visible * ${most}::float8 and word !~ '^(leaker|[0-9])'
    order by md5(word) limit ${MOST_OF_A_KIND}`.execute(db);
  return rows.map(({ word }) => word);
};

/** Finds words that occur in only a handful of resources. */
const findRareWords = async (db: Kysely<DB>, least: number, most: number): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    select word from search_words where count between ${least} and ${most} and word !~ '^(leaker|[0-9])'
    order by md5(word) limit ${MOST_OF_A_KIND * 2}`.execute(db);
  return rows.map(({ word }) => word);
};

/** Finds pairs of rare words that occur in the same resource. */
const findRarePairs = async (db: Kysely<DB>, words: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ pair: string }>`
    select distinct on (rare.word) rare.word || ' ' || other.word as pair
    from unnest(${[...words]}::text[]) as rare (word)
    join search_entries e on e.terms @@ rare.word::tsquery
    join lateral (
      select w.word from search_words w
      where w.word = any (tsvector_to_array(e.terms)) and w.word <> rare.word and w.word not like 'leaker%'
      order by w.count limit 1) other on true
    order by rare.word, other.word limit ${MOST_OF_A_KIND}`.execute(db);
  return rows.map(({ pair }) => pair);
};

/** Swaps two letters in the middle of a word. */
const mistype = (word: string): string => {
  const middle = Math.floor(word.length / 2);
  return word.slice(0, middle - 1) + word.charAt(middle) + word.charAt(middle - 1) + word.slice(middle + 1);
};

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Pairs up words from two lists in shuffled order, up to a maximum number of pairs. */
const pairsOf = (left: readonly string[], right: readonly string[]): string[] => {
  const random = createRandom(5);
  const pairs = left.flatMap((a) => right.flatMap((b) => (a === b ? [] : [{ pair: `${a} ${b}`, place: random() }])));
  return pairs
    .sort((a, b) => a.place - b.place)
    .slice(0, MOST_OF_A_KIND)
    .map(({ pair }) => pair);
};

const asPath = (filter: Filter): string => listingPath(filter).replace(/^/, '/api');

/** Builds the queries for each kind of search from words in the catalogue, which must already exist. */
export async function chooseSearches(db: Kysely<DB>): Promise<SearchKind[]> {
  const half = await findWords(db, 0.3, 0.95);
  const tenth = await findWords(db, 0.06, 0.16);
  const fiftieth = await findWords(db, 0.015, 0.025);
  const twoHundredth = await findWords(db, 0.004, 0.006);
  const rare = await findRareWords(db, 3, 20);
  const searches = (words: readonly string[]): string[] => words.map((search) => asPath({ search }));
  return [
    { name: 'a word in half of all or more', paths: searches(half) },
    { name: 'a word in 10 %', paths: searches(tenth) },
    { name: 'a word in 2 %', paths: searches(fiftieth) },
    { name: 'a word in 0.5 %', paths: searches(twoHundredth) },
    { name: 'a word in a handful', paths: searches(rare.slice(0, MOST_OF_A_KIND)) },
    { name: 'two rare words that meet', paths: searches(await findRarePairs(db, rare)) },
    { name: 'two rare words that never meet', paths: searches(pairsOf(rare.slice(0, 20), rare.slice(20, 40))) },
    { name: 'two common words', paths: searches(pairsOf(tenth, tenth)) },
    { name: 'two words of 2 %', paths: searches(pairsOf(fiftieth, fiftieth)) },
    { name: 'two words of 2.5 % that rarely meet', paths: searches(pairsOf(seasonWords(0), seasonWords(1))) },
    { name: 'no hit', paths: searches(twoHundredth.map((word) => `${word} qqzzx${word}`)) },
    { name: 'a typo', paths: searches(fiftieth.filter((word) => word.length > 4).map(mistype)) },
    { name: 'a prefix of one letter', paths: searches([...letters]) },
    { name: 'a prefix of three letters', paths: searches(twoHundredth.map((word) => word.slice(0, 3))) },
    {
      name: 'a word in 10 % with three filters',
      paths: tenth.map((search) => asPath({ search, category: 'Free', editor: 'Premiere Pro', resolution: '4k' })),
    },
    {
      name: 'a word in 0.5 % with two filters, by downloads',
      paths: twoHundredth.map((search) => asPath({ search, type: 'LUT', licence: 'CC0', sort: 'downloads' })),
    },
  ].filter(({ paths }) => paths.length > 0);
}
