// Code and counts of the filter panel, which are only loaded when the user is about to open it.
import { useEffect, useRef, useState } from 'react';
import { listFacets } from '#client/features/resources/api.ts';
import { facetQueryOf, type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { load, type Read, read, useLoaded } from '#client/kit/data/query.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { listFacets as contract, Facet } from '#contract/resources/api.ts';

type Code = typeof import('./facet-list.tsx');

/** Stored at module level, so that the first render can include the panel if its code has already been loaded. */
let code: Code | null = null;

export async function loadPanelCode(): Promise<Code> {
  code ??= await import('./facet-list.tsx');
  return code;
}

const facetsRead = (query: ListingQuery): Read<ReplyOf<typeof contract>> =>
  read(listFacets, { query: facetQueryOf(query) });

/** Loads everything that the panel needs for this listing. */
export function loadPanel(context: AppContext, query: ListingQuery): Promise<unknown> {
  return Promise.all([loadPanelCode(), load(context, facetsRead(query))]);
}

export type FacetPanelState = {
  /** Component that renders the values; null until the code and counts are loaded. */
  FacetList: Code['FacetList'] | null;
  /** Facets of the listing. The previous listing's facets are kept until these have loaded. */
  facets: Facet[];
  stale: boolean;
  failed: boolean;
  retry: () => void;
};

/** Loads the code and counts for the listing in `query` while the panel is open. */
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
      // Browsers do not retry a module that failed to load until the page is reloaded.
      else window.location.assign(listingHref(query, { filters: 'open' }));
    },
  };
}
