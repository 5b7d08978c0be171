import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/members/api.ts';

export const getTopUsers = apiCall<typeof contract.listTopUsers>({
  method: 'GET',
  path: '/api/users/top',
  fallback: 'Could not load user data',
});

export const getProfile = apiCall<typeof contract.getProfile>({
  method: 'GET',
  path: '/api/users/{username}',
  fallback: 'Profile not found',
});

export const listProfileUploads = apiCall<typeof contract.listProfileUploads>({
  method: 'GET',
  path: '/api/users/{username}/uploads',
  fallback: 'Failed to load data',
});

/** Sends only the form fields that change; images are sent as files. */
export const updateProfile = apiCall<typeof contract.updateProfile>({
  method: 'PUT',
  path: '/api/users/profile',
  fallback: 'Failed to update profile',
});
