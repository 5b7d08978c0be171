// Filter labels: headings in the panel, and chip labels until the facets are loaded.
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
  tempo: 'Tempo',
  key: 'Key',
  tag: 'Tags',
};

/** Labels for values whose raw form is not meant for display. */
const FACT_WORDS: Partial<Record<FilterKind, Record<string, string>>> = {
  length: { 'under-5': 'Under 5 s', '5-15': '5 to 15 s', '15-60': '15 to 60 s', 'over-60': 'Over 60 s' },
  alpha: { yes: 'With transparency' },
  loop: { yes: 'Loops' },
};

/** Label for a filter value. Names (editors, tags, licences) are shown exactly as in the URL. */
export function filterWords(kind: FilterKind, value: string): string {
  const known = FACT_WORDS[kind]?.[value.toLowerCase()];
  if (known) return known;
  if (kind === 'fps' && /^\d+$/.test(value)) return `${value} fps`;
  if (kind === 'tempo') return `${value.replace('-', ' to ')} BPM`;
  return kind === 'resolution' ? value.replace(/^(\d+)k$/i, '$1K').replace(/^sd$/i, 'SD') : value;
}

/** Prefix shown before the value in a chip; null if the value is self-explanatory. */
export function chipTitle(kind: FilterKind): string | null {
  if (kind === 'tag') return 'Tag';
  return kind === 'alpha' || kind === 'loop' ? null : FILTER_TITLES[kind];
}

/**
 * Filter value as written to the URL. Uses the display spelling of names, so that chips can be rendered from the URL alone and
 * each filter has a single URL. Categories are in lower case (product.md DI-4).
 */
export function writtenValue(kind: FilterKind, { value, label }: { value: string; label: string }): string {
  return kind !== 'category' && value === label.toLowerCase() && filterWords(kind, value) !== label ? label : value;
}
