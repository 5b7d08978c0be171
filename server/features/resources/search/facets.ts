// Facets of a listing, with counts and display names.

import type { Facet } from '#contract/resources/api.ts';
import { FACET_KINDS } from '#contract/resources/limits.ts';
import type { Deps } from '#server/deps.ts';
import { findCommonFacets, findSpellings } from '#server/features/resources/queries.ts';
import { countFacets } from '#server/features/resources/search/queries/search.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import type { Finder } from './finder.ts';
import type { FilterKind, ListingFilter } from './query-terms.ts';

const KEPT_MS = 60_000;
const VALUES_PER_KIND = 24;

const lengthLabels = new Map([
  ['under-5', 'Under 5 s'],
  ['5-15', '5 to 15 s'],
  ['15-60', '15 to 60 s'],
  ['over-60', 'Over 60 s'],
]);

const mediaLabels: Partial<Record<FilterKind, (value: string) => string>> = {
  resolution: (value) => (/^(\d+k|sd)$/.test(value) ? value.toUpperCase() : value),
  fps: (value) => `${value} fps`,
  length: (value) => lengthLabels.get(value) ?? value,
  alpha: (value) => (value === 'yes' ? 'With transparency' : value),
  loop: (value) => (value === 'yes' ? 'Loops' : value),
  tempo: (value) => `${value.replace('-', ' to ')} BPM`,
};

type Counted = { value: string; count: number; atLeast: boolean };

/** Creates the facet lists, which are cached for a minute like totals and cleared when a resource changes. */
export function createFacets(deps: Pick<Deps, 'db' | 'bus'>, finder: Finder, mostCounted: number) {
  const { db } = deps;
  const kept = createMemory<Facet[]>({ max: 300, ttlMs: KEPT_MS });
  deps.bus.subscribe('resources', kept.clear);
  deps.bus.onReset(kept.clear);

  // Counts the values of the given kinds among the hits of a filter.
  const countValues = async (
    filter: ListingFilter,
    kinds: readonly FilterKind[],
  ): Promise<(Counted & { kind: string })[]> => {
    const understood = await finder.understand(filter);
    if (understood.groups.some(({ terms }) => terms.length === 0)) return [];
    if (understood.groups.length === 0) {
      const common = await findCommonFacets(db, kinds, VALUES_PER_KIND);
      return common.map((facet) => ({ ...facet, atLeast: false }));
    }
    const active = kinds.flatMap((kind) => (filter[kind] ? [`${kind}=${filter[kind].toLowerCase()}`] : []));
    const options = { most: mostCounted + 1, perKind: VALUES_PER_KIND, active };
    const { facets, found } = await finder.look(understood, { wanted: mostCounted + 1, newestFirst: true }, (query) =>
      countFacets(db, query, options),
    );
    const atLeast = found > mostCounted;
    return facets
      .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
      .map((facet) => ({ ...facet, atLeast }));
  };

  const list = async (filter: ListingFilter): Promise<Facet[]> => {
    const narrowed = FACET_KINDS.filter((kind) => filter[kind]);
    const counted = await Promise.all([
      countValues(
        filter,
        FACET_KINDS.filter((kind) => !filter[kind]),
      ),
      // A kind ignores its own filter; otherwise only the active value would be left.
      ...narrowed.map((kind) => countValues({ ...filter, [kind]: undefined }, [kind])),
    ]);
    const values = Map.groupBy(counted.flat(), ({ kind }) => kind);
    const shown = FACET_KINDS.flatMap((kind) => {
      const active = filter[kind]?.toLowerCase();
      const found = (values.get(kind) ?? []).toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      const most = found.slice(0, VALUES_PER_KIND);
      if (active !== undefined && !most.some(({ value }) => value === active)) {
        if (most.length === VALUES_PER_KIND) most.pop();
        most.push({ kind, value: active, count: 0, atLeast: false });
      }
      return most.length > 0 ? [{ kind, values: most }] : [];
    });
    return label(shown);
  };

  const label = async (facets: { kind: FilterKind; values: Counted[] }[]): Promise<Facet[]> => {
    const written = facets.filter(({ kind }) => !mediaLabels[kind] && kind !== 'tag');
    const spellings = await findSpellings(
      db,
      written.flatMap(({ kind, values }) => values.map(({ value }) => ({ kind, value }))),
    );
    const names = new Map(spellings.map(({ kind, value, label: name }) => [`${kind}=${value}`, name]));
    return facets.map(({ kind, values }) => ({
      kind,
      values: values.map(({ value, count, atLeast }) => ({
        value,
        label: mediaLabels[kind]?.(value) ?? names.get(`${kind}=${value}`) ?? value,
        count,
        atLeast,
      })),
    }));
  };

  return { list: (filter: ListingFilter) => kept.get(finder.keyOf(filter), () => list(filter)) };
}
