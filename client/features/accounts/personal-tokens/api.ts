import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/accounts/personal-tokens.ts';

export const listTokens = apiCall<typeof contract.listTokens>({
  method: 'GET',
  path: '/api/me/tokens',
  fallback: 'Your tokens could not be loaded.',
});

export const createToken = apiCall<typeof contract.createToken>({
  method: 'POST',
  path: '/api/me/tokens',
  fallback: 'The token could not be created.',
});

export const deleteToken = apiCall<typeof contract.deleteToken>({
  method: 'DELETE',
  path: '/api/me/tokens/{id}',
  fallback: 'The token could not be deleted.',
});
