import type { ReactNode } from 'react';
import type { Failure } from '#client/kit/data/page.ts';
import { ListingRefusedPart } from './listing-parts.ts';

/** Status 400 means that the URL has invalid filters. */
export function ListingFailure({ failure, fallback }: { failure: Failure; fallback: ReactNode }) {
  return failure.status === 400 ? <ListingRefusedPart /> : fallback;
}
