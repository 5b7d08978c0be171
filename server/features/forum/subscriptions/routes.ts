import { subscribeToThread, unsubscribeFromThread } from '#contract/forum/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { setSubscription } from './queries.ts';

/** Who is notified of a thread's replies. Sending the notifications is part of replying. */
export function forumSubscriptionRoutes({ db, now }: Deps): Route[] {
  const set = async (threadId: string, { viewer }: Pick<Call, 'viewer'>, isOn: boolean): Promise<null> => {
    const given = { threadId, userId: signedIn(viewer).id, isOn };
    if (!(await setSubscription(db, given, now()))) throw new Problem('THREAD_NOT_FOUND');
    return null;
  };

  return [
    answer(subscribeToThread, (call) => set(call.params.id, call, true)),
    answer(unsubscribeFromThread, (call) => set(call.params.id, call, false)),
  ];
}
