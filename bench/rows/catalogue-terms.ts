// Computes what the database's triggers would derive from a row, because the triggers take minutes for a million rows.
// catalogue.ts compares the results for a thousand rows before it relies on this code.
import { DAY_MS } from '#contract/durations.ts';
import type { CatalogueRow } from './catalogue-rows.ts';

const DAYS_A_SPAN = 32;

/**
 * Splits text into words. Simpler than the database's version, because these rows contain only plain letters, digits and
 * separators.
 */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Facets as the database counts them, in their original spelling. */
const facetsOf = (row: CatalogueRow): [kind: string, value: string][] => [
  ['category', row.category],
  ['editor', row.editor],
  ['type', row.type],
  ['licence', row.licence],
  ...row.tags.map((tag): [string, string] => ['tag', tag]),
  ...row.mediaFacets,
];

/** Values of a row's `facets` and `terms` columns; `terms` is in text form. */
export function derivedOf(row: CatalogueRow): { facets: string[]; terms: string } {
  const facets = facetsOf(row)
    .map(([kind, value]) => `${kind}=${value.toLowerCase()}`)
    .sort();
  const written: [weight: string, start: number, text: string][] = [
    ['A', 0, row.title],
    ['A', 500, row.editor],
    ['B', 1000, row.authorName],
    ['C', 1500, row.description],
    ['D', 12_000, row.tags.join(' ')],
  ];
  const words = written.flatMap(([weight, start, text]) =>
    wordsOf(text).map((word, index) => `${word}:${start + index + 1}${weight}`),
  );
  const day = dayOf(row);
  const bare = [...facets, `day=${day}`, `span=${Math.floor(day / DAYS_A_SPAN)}`];
  return { facets, terms: [...words, ...bare.map((term) => `'${term}'`)].join(' ') };
}

const dayOf = (row: CatalogueRow): number => Math.floor(row.created_at.getTime() / DAY_MS);

const isVisible = (row: CatalogueRow): boolean => row.status === 'APPROVED' && row.hidden_at === null;

/** Counts facets by kind and value, search words, and uploads per author, over visible rows only. */
export function createCounts() {
  const facets = new Map<string, number>();
  const words = new Map<string, number>();
  const uploads = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    facets,
    words,
    uploads,
    add(row: CatalogueRow): void {
      if (!isVisible(row)) return;
      const premium = row.category.toLowerCase().includes('premium');
      const counted = [['all', ''], ['premium', String(premium)], ['day', String(dayOf(row))], ...facetsOf(row)];
      for (const facet of counted) count(facets, JSON.stringify(facet));
      const text = [row.title, row.editor, row.authorName, row.description, ...row.tags].join(' ');
      for (const word of new Set(wordsOf(text))) count(words, word);
      count(uploads, row.author_id);
    },
  };
}

export type CatalogueCounts = ReturnType<typeof createCounts>;
