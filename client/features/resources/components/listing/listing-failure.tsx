import type { ReactNode } from 'react';
import type { Failure } from '#client/kit/data/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { ListingRefusedPart } from './listing-parts.ts';
import { ListingSearch } from './listing-search.tsx';

/** Status 400 means that the URL has invalid filters. */
export function ListingFailure({ failure, fallback }: { failure: Failure; fallback: ReactNode }) {
  return failure.status === 400 ? (
    <div className="wrap pt-10 pb-21">
      <PageTitle>Editing Assets</PageTitle>
      <ListingSearch query={{}} />
      <ListingRefusedPart />
    </div>
  ) : (
    fallback
  );
}
