import { countThreadView } from '#contract/forum/api.ts';
import * as contract from '#contract/forum/write.ts';
import type { Deps } from '#server/deps.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import type { ViewCounter } from '#server/platform/view-counter.ts';
import { signedIn } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';

/** Endpoints that record likes, reading progress and views. Likes share a rate limit with likes and saves of resources. */
export function forumReactionRoutes(deps: Deps & { live: Live; threadViews: ViewCounter }): Route[] {
  const { db, live } = deps;
  const countMark = (userId: string) => requireWithinLimit(deps, `marks ${userId}`, deps.limits.marks, deps.now());

  return [
    answerExchange(contract.reactToPost, async ({ body: { postId, type }, viewer }, { reply }) => {
      const { id: userId } = signedIn(viewer);
      await countMark(userId);
      const reacted = await queries.addReaction(db, { postId, userId, type }, deps.now());
      if (!reacted) throw new Problem('POST_NOT_FOUND');
      const { id, threadId, likes, isNew } = reacted;
      const reaction = { id, postId, type, likes };
      if (!isNew) return void (await reply.code(200).send(reaction));
      live.newReaction(threadId, reaction);
      return reaction;
    }),

    answer(contract.takeReactionBack, async ({ params: { id }, viewer }) => {
      const { id: userId } = signedIn(viewer);
      await countMark(userId);
      const removed = await queries.deleteReaction(db, { id, userId });
      if (!removed) throw new Problem('REACTION_NOT_FOUND');
      const { postId, threadId, likes } = removed;
      live.reactionRemoved(threadId, { id, postId, likes });
      return null;
    }),

    answer(contract.markSeen, async ({ params, body, viewer }) => {
      const seen = { threadId: params.id, userId: signedIn(viewer).id, number: body.number };
      if (!(await queries.noteSeen(db, seen, deps.now()))) throw new Problem('THREAD_NOT_FOUND');
      return null;
    }),

    answerExchange(countThreadView, async ({ params, visitor }) => {
      if (!(await queries.isThread(db, params.id))) throw new Problem('THREAD_NOT_FOUND');
      deps.threadViews.count(params.id, visitor);
      return null;
    }),
  ];
}
