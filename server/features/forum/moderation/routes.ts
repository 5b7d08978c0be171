import * as contract from '#contract/forum/moderation.ts';
import type { Deps } from '#server/deps.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { actorOf, answer, type Route } from '#server/platform/serve.ts';
import * as actions from './actions.ts';

export function forumModerationRoutes(deps: Deps & { live: Live }): Route[] {
  return [
    answer(contract.changeThread, (call) =>
      actions.changeThread(deps, { id: call.params.id, marks: call.body, by: actorOf(call) }),
    ),
    answer(contract.deleteThread, async (call) => {
      await actions.deleteThread(deps, { id: call.params.id, reason: call.body.reason, by: actorOf(call) });
      return null;
    }),
    answer(contract.deletePost, async (call) => {
      await actions.deletePost(deps, { id: call.params.id, reason: call.body.reason, by: actorOf(call) });
      return null;
    }),
  ];
}
