import { apiCall } from '#client/kit/data/call.ts';
import type * as ads from '#contract/downloads/ads.ts';
import type * as contract from '#contract/downloads/api.ts';
import type * as library from '#contract/resources/bookmarks.ts';

export const getAdOffer = apiCall<typeof contract.getAdOffer>({
  method: 'GET',
  path: '/api/ad-offer',
  fallback: 'Failed to generate download link',
});

export const countAdClick = apiCall<typeof ads.countAdClick>({
  method: 'POST',
  path: '/api/ads/{id}/clicks',
  fallback: 'Failed to load data',
});

export const listDownloads = apiCall<typeof library.listDownloads>({
  method: 'GET',
  path: '/api/user/downloads',
  fallback: 'Failed to load data',
});
