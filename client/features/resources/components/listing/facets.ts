// What the panel of filters is made of: its code and the counts, both fetched only when somebody means to open it.
import { useEffect, useRef, useState } from 'react';
import { listFacets } from '#client/features/resources/api.ts';
import { facetQueryOf, type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { load, type Read, read, useLoaded } from '#client/kit/data/query.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { listFacets as contract, Facet } from '#contract/resources/api.ts';

type Code = typeof import('./facet-list.tsx');

/** Kept by the module, so that server and browser alike draw the panel at once when it came before the page. */
let code: Code | null = null;

export async function loadPanelCode(): Promise<Code> {
  code ??= await import('./facet-list.tsx');
  return code;
}

const facetsRead = (query: ListingQuery): Read<ReplyOf<typeof contract>> =>
  read(listFacets, { query: facetQueryOf(query) });

/** Brings everything that the panel needs for this listing. */
export function loadPanel(context: AppContext, query: ListingQuery): Promise<unknown> {
  return Promise.all([loadPanelCode(), load(context, facetsRead(query))]);
}

export type FacetPanelState = {
  /** Draws the values; null until code and counts are there. */
  FacetList: Code['FacetList'] | null;
  /** While others are being fetched, those of the listing before. */
  facets: Facet[];
  stale: boolean;
  failed: boolean;
  retry: () => void;
};

/** Code and counts for the listing that `query` describes, fetched while `open`. */
export function useFacetPanel(query: ListingQuery, open: boolean): FacetPanelState {
  const context = useAppContext();
  const wanted = facetsRead(query);
  const current = useLoaded(wanted);
  const before = useRef(current);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const [, setArrivals] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(query);
  latest.current = query;

  useEffect(() => {
    if (current) before.current = current;
  }, [current]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query; an attempt starts it again
  useEffect(() => {
    if (!open) return;
    let isWanted = true;
    setFailedKey(null);
    loadPanel(context, latest.current).then(
      () => isWanted && setArrivals((count) => count + 1),
      () => isWanted && setFailedKey(wanted.key),
    );
    return () => {
      isWanted = false;
    };
  }, [context, wanted.key, open, attempt]);

  const shown = current ?? before.current;
  return {
    FacetList: shown && code ? code.FacetList : null,
    facets: shown?.facets ?? [],
    failed: failedKey === wanted.key && !(current && code),
    stale: current === undefined,
    retry: () => {
      if (code) setAttempt(attempt + 1);
      // A browser does not ask again for a module that it could not have: only a new page does.
      else window.location.assign(listingHref(query, { filters: 'open' }));
    },
  };
}
