// Subscribing to a thread: its subscribers are notified of replies (next.md CO-7²).
import { z } from 'zod';
import { endpoint, uuid } from '#contract/http.ts';

const shared = {
  path: '/api/forum/threads/{id}/subscription',
  leavesPages: true,
  access: 'member',
  scope: 'forum',
  params: z.strictObject({ id: uuid }),
  reply: null,
  status: 204,
  problems: ['THREAD_NOT_FOUND'],
  fallback: 'Your change could not be saved. Please try again.',
} as const;

export const subscribeToThread = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Notifies you of the replies in a thread. Starting a thread or replying to it has the same effect.',
});

export const unsubscribeFromThread = endpoint({
  ...shared,
  method: 'DELETE',
  summary: 'Stops notifying you of the replies in a thread, even if you reply again. Mentions still notify you.',
});
