import * as contract from '#contract/posting.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../kit/problem.ts';
import { demandWithin } from '../../kit/rate-counters.ts';
import { answer, answerExchange, type Route } from '../../kit/serve.ts';
import { signedIn } from '../../kit/viewer.ts';
import type { Live } from '../forum/events.ts';
import * as queries from './queries.ts';

/** Likes of posts, which have their limit together with the marks on resources. */
export const reactionRoutes = (deps: Deps & { live: Live }): Route[] => {
  const { db, live } = deps;
  const countMark = (userId: string) => demandWithin(deps, `marks ${userId}`, deps.limits.marks, deps.now());

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
      const removed = await queries.removeReaction(db, { id, userId });
      if (!removed) throw new Problem('REACTION_NOT_FOUND');
      const { postId, threadId, likes } = removed;
      live.reactionRemoved(threadId, { id, postId, likes });
      return null;
    }),
  ];
};
