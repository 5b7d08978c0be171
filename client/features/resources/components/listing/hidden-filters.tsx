import type { ListingQuery } from '#client/features/resources/listing-query.ts';
import { listingKeys } from '#contract/paths.ts';

/** Hidden fields for the other filters, because without scripts, submitting a form would lose them. */
export function HiddenFilters({ query, except }: { query: ListingQuery; except: 'search' | 'sort' }) {
  return ([...listingKeys, 'filters'] as const)
    .filter((key) => key !== except && query[key])
    .map((key) => <input key={key} type="hidden" name={key} value={query[key]} />);
}
