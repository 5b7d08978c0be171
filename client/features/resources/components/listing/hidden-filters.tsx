import type { ListingQuery } from '#client/features/resources/listing-query.ts';
import { listingKeys } from '#contract/paths.ts';

/** Hidden fields that keep the other filters when a form is submitted without scripts. */
export function HiddenFilters({ query, except }: { query: ListingQuery; except: 'search' | 'sort' }) {
  return ([...listingKeys, 'filters'] as const)
    .filter((key) => key !== except && query[key])
    .map((key) => <input key={key} type="hidden" name={key} value={query[key]} />);
}
