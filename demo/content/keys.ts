/** All entries, including the house elements, by their stable key. */
import { ELEMENTS } from './elements.ts';
import type { CatalogueEntry } from './entry.ts';
import { CATALOGUE } from './list.ts';
import { WAITING } from './waiting.ts';

/** An entry's key in the starter content: its slug, or its slugified title. */
export function keyOf(entry: Pick<CatalogueEntry, 'slug' | 'title'>): string {
  if (entry.slug) return entry.slug;
  const words = entry.title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-|-$/g, '');
}

export const ENTRIES: ReadonlyMap<string, CatalogueEntry> = new Map(
  [...ELEMENTS, ...CATALOGUE.flatMap(([, entries]) => entries), ...WAITING.map(({ entry }) => entry)].map((entry) => [
    keyOf(entry),
    entry,
  ]),
);
