import type { listTopUsers } from '#contract/members.ts';
import { apiCall } from '../../kit/call.ts';

export const getTopUsers = apiCall<typeof listTopUsers>({
  method: 'GET',
  path: '/api/users/top',
  fallback: 'Could not load user data',
});
