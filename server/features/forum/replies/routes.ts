import * as contract from '#contract/forum/write.ts';
import type { Deps } from '#server/deps.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { countWriting } from '#server/features/forum/write/actions.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { reply } from './actions.ts';

export function replyRoutes(deps: Deps & { live: Live }): Route[] {
  return [
    answer(contract.createPost, async ({ body: { threadId, content }, viewer }) => {
      const { id: authorId } = signedIn(viewer);
      const takeBack = await countWriting(deps, 'replies', authorId, [deps.limits.replies]);
      const { post, thread } = await reply(deps, { threadId, authorId, content }).catch(async (error: unknown) => {
        // Nothing was written, so a refused reply does not count towards the limit.
        await takeBack();
        throw error;
      });
      if (thread) deps.live.newPost(post, thread);
      return post;
    }),
  ];
}
