import { listingKeys } from '#contract/paths.ts';
import type { ListingQuery } from '../listing-query.ts';

/** The rest of the listing's filters inside a form, which without scripts would lose them. */
export const HiddenFilters = ({ query, except }: { query: ListingQuery; except: 'search' | 'sort' }) =>
  ([...listingKeys, 'filters'] as const)
    .filter((key) => key !== except && query[key])
    .map((key) => <input key={key} type="hidden" name={key} value={query[key]} />);
