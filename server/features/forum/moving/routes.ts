import * as contract from '#contract/forum/moderation.ts';
import type { Deps } from '#server/deps.ts';
import { moderatorOf } from '#server/features/forum/moderators/actions.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { mergeThread, moveThread } from './actions.ts';

export function forumMovingRoutes(deps: Deps & { live: Live }): Route[] {
  return [
    answer(contract.moveThread, (call) => moveThread(deps, { ...call.params, ...call.body, by: moderatorOf(call) })),
    answer(contract.mergeThread, (call) => mergeThread(deps, { ...call.params, ...call.body, by: moderatorOf(call) })),
  ];
}
