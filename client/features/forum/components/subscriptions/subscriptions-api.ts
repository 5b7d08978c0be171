// Apart from the forum's other calls, because only members' pages load it.
import { apiCall } from '#client/kit/data/call.ts';
import type * as subscriptions from '#contract/forum/subscriptions.ts';

export const subscribeToThread = apiCall<typeof subscriptions.subscribeToThread>({
  method: 'PUT',
  path: '/api/forum/threads/{id}/subscription',
  fallback: 'Your change could not be saved. Please try again.',
});

export const unsubscribeFromThread = apiCall<typeof subscriptions.unsubscribeFromThread>({
  method: 'DELETE',
  path: '/api/forum/threads/{id}/subscription',
  fallback: 'Your change could not be saved. Please try again.',
});
