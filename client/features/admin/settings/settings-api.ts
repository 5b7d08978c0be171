// API calls for admin settings: the logo, the administrator's own profile, and the list of administrators.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/admin/settings.ts';

export const putLogo = apiCall<typeof contract.putLogo>({
  method: 'PUT',
  path: '/api/admin/settings/logo',
  fallback: 'Failed to upload logo image',
});

export const deleteLogo = apiCall<typeof contract.deleteLogo>({
  method: 'DELETE',
  path: '/api/admin/settings/logo',
  fallback: 'Failed to save settings. Please try again.',
});

export const putAdminProfile = apiCall<typeof contract.putAdminProfile>({
  method: 'PUT',
  path: '/api/admin/profile',
  fallback: 'Failed to update profile. Please check your current password and try again.',
});

const listAdministrators = apiCall<typeof contract.listAdministrators>({
  method: 'GET',
  path: '/api/admin/administrators',
  fallback: 'Failed to fetch dashboard data',
});
export const administratorsRead = read(listAdministrators, {});

export const endAdminSessions = apiCall<typeof contract.endAdminSessions>({
  method: 'DELETE',
  path: '/api/admin/administrators/sessions',
  fallback: 'The sessions could not be ended. Please try again.',
});
