import type { ListingQuery } from '#client/features/resources/listing-query.ts';
import { listingKeys } from '#contract/paths.ts';

/** The rest of the listing's filters inside a form, which without scripts would lose them. */
export function HiddenFilters({ query, except }: { query: ListingQuery; except: 'search' | 'sort' }) {
  return ([...listingKeys, 'filters'] as const)
    .filter((key) => key !== except && query[key])
    .map((key) => <input key={key} type="hidden" name={key} value={query[key]} />);
}
