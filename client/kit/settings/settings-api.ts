// API calls for the site settings, and the query that their forms share.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/admin/settings.ts';

const FAILED_TO_SAVE = 'Failed to save settings. Please try again.';

export const getAdminSettings = apiCall<typeof contract.getAdminSettings>({
  method: 'GET',
  path: '/api/admin/settings',
  fallback: 'Failed to fetch dashboard data',
});

export const adminSettingsRead = read(getAdminSettings, {});

export const putAdminSettings = apiCall<typeof contract.putAdminSettings>({
  method: 'PUT',
  path: '/api/admin/settings',
  fallback: FAILED_TO_SAVE,
});

export const patchAdminSettings = apiCall<typeof contract.patchAdminSettings>({
  method: 'PATCH',
  path: '/api/admin/settings',
  fallback: FAILED_TO_SAVE,
});
