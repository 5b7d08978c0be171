import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/downloads/ads.ts';

const AD = '/api/admin/ads/{id}';
const AD_FAILURE = 'Failed to save the advertisement';
const IMAGE = '/api/admin/ads/{id}/image';
const IMAGE_FAILURE = 'Failed to save the image';

export const listAds = apiCall<typeof contract.listAds>({
  method: 'GET',
  path: '/api/admin/ads',
  fallback: 'Failed to load data',
});
export const addAd = apiCall<typeof contract.addAd>({ method: 'POST', path: '/api/admin/ads', fallback: AD_FAILURE });
export const patchAd = apiCall<typeof contract.patchAd>({ method: 'PATCH', path: AD, fallback: AD_FAILURE });
export const deleteAd = apiCall<typeof contract.deleteAd>({
  method: 'DELETE',
  path: AD,
  fallback: 'Failed to delete the advertisement',
});
export const setAdImage = apiCall<typeof contract.setAdImage>({ method: 'PUT', path: IMAGE, fallback: IMAGE_FAILURE });
export const deleteAdImage = apiCall<typeof contract.deleteAdImage>({
  method: 'DELETE',
  path: IMAGE,
  fallback: IMAGE_FAILURE,
});
