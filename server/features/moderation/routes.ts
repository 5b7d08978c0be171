import * as contract from '#contract/moderation.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../kit/problem.ts';
import { actorOf, answer, type Route } from '../../kit/serve.ts';
import type { Live } from '../forum/events.ts';
import { findThread } from '../forum/queries.ts';
import { presentThread } from '../forum/rules.ts';
import * as actions from './actions.ts';

export const moderationRoutes = (deps: Deps & { live: Live }): Route[] => [
  answer(contract.changeThread, async (call) => {
    const { id } = call.params;
    await actions.changeThread(deps, { id, marks: call.body, by: actorOf(call) });
    const thread = await findThread(deps.db, id, null, deps.now());
    if (!thread) throw new Problem('THREAD_NOT_FOUND');
    return presentThread(thread);
  }),
  answer(contract.deleteThread, async (call) => {
    await actions.deleteThread(deps, { id: call.params.id, reason: call.body.reason, by: actorOf(call) });
    return null;
  }),
  answer(contract.deletePost, async (call) => {
    await actions.deletePost(deps, { id: call.params.id, reason: call.body.reason, by: actorOf(call) });
    return null;
  }),
];
