// What people read of a filter: the panel's headings, and the words of a chip before the facets have been loaded.
import type { FilterKind } from './listing-query.ts';

export const FILTER_TITLES: Record<FilterKind, string> = {
  category: 'Category',
  editor: 'Editor',
  type: 'Type',
  licence: 'Licence',
  resolution: 'Resolution',
  fps: 'Frame rate',
  length: 'Length',
  alpha: 'Transparency',
  loop: 'Loop',
  tag: 'Tags',
};

/** The values of the address that nobody would say aloud. */
const FACT_WORDS: Partial<Record<FilterKind, Record<string, string>>> = {
  length: { 'under-5': 'Under 5 s', '5-15': '5 to 15 s', '15-60': '15 to 60 s', 'over-60': 'Over 60 s' },
  alpha: { yes: 'With transparency' },
  loop: { yes: 'Loops' },
};

/** A value as people read it. Names of people's own (editors, tags, licences) are as the address has them. */
export function filterWords(kind: FilterKind, value: string): string {
  const known = FACT_WORDS[kind]?.[value.toLowerCase()];
  if (known) return known;
  if (kind === 'fps' && /^\d+$/.test(value)) return `${value} fps`;
  return kind === 'resolution' ? value.replace(/^(\d+)k$/i, '$1K').replace(/^sd$/i, 'SD') : value;
}

/** What stands before the value in a chip; null where the value says it all. */
export function chipTitle(kind: FilterKind): string | null {
  if (kind === 'tag') return 'Tag';
  return kind === 'alpha' || kind === 'loop' ? null : FILTER_TITLES[kind];
}

/**
 * How the address has a value. Names as people write them, so that a chip reads well by the address alone and every way to a
 * filter has one address; categories in lower case (product.md DI-4).
 */
export function writtenValue(kind: FilterKind, { value, label }: { value: string; label: string }): string {
  return kind !== 'category' && value === label.toLowerCase() && filterWords(kind, value) !== label ? label : value;
}
