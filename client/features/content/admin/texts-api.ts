import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/content/pages.ts';

export const listTexts = apiCall<typeof contract.listTexts>({
  method: 'GET',
  path: '/api/admin/texts',
  fallback: 'Failed to load data',
});

export const getAdminText = apiCall<typeof contract.getAdminText>({
  method: 'GET',
  path: '/api/admin/texts/{slug}',
  fallback: 'Failed to load data',
});

export const saveText = apiCall<typeof contract.saveText>({
  method: 'PUT',
  path: '/api/admin/texts/{slug}',
  fallback: 'Failed to save the text',
});

export const resetText = apiCall<typeof contract.resetText>({
  method: 'DELETE',
  path: '/api/admin/texts/{slug}',
  fallback: 'Failed to reset the text',
});

export const previewText = apiCall<typeof contract.previewText>({
  method: 'POST',
  path: '/api/admin/texts/preview',
  fallback: 'Failed to render the preview',
});
