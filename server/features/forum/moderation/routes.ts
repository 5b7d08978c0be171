import * as contract from '#contract/forum/moderation.ts';
import type { Deps } from '#server/deps.ts';
import { moderatorOf } from '#server/features/forum/moderators/actions.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import * as actions from './actions.ts';

export function forumModerationRoutes(deps: Deps & { live: Live }): Route[] {
  return [
    answer(contract.changeThread, (call) => {
      const { reason, ...marks } = call.body;
      return actions.changeThread(deps, { id: call.params.id, marks, reason, by: moderatorOf(call) });
    }),
    answer(contract.deleteThread, async (call) => {
      await actions.deleteThread(deps, { id: call.params.id, reason: call.body.reason, by: moderatorOf(call) });
      return null;
    }),
    answer(contract.restoreThread, (call) =>
      actions.restoreThread(deps, { id: call.params.id, reason: call.body.reason, by: moderatorOf(call) }),
    ),
    answer(contract.listRemovedThreads, (call) =>
      actions.listRemovedThreads(deps, { subcategoryId: call.params.id, by: moderatorOf(call) }),
    ),
    answer(contract.deletePost, async (call) => {
      await actions.deletePost(deps, { id: call.params.id, reason: call.body.reason, by: moderatorOf(call) });
      return null;
    }),
    answer(contract.restorePost, (call) =>
      actions.restorePost(deps, { id: call.params.id, reason: call.body.reason, by: moderatorOf(call) }),
    ),
  ];
}
