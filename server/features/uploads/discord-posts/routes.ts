import * as contract from '#contract/uploads/discord-posts.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { actorOf, answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { changePosts, deletePosts, presentPosts, sendTest } from './actions.ts';

export function discordPostRoutes(deps: Deps): Route[] {
  return [
    answer(contract.getDiscordPosts, async ({ setHeader }) => {
      setHeader('cache-control', 'no-store');
      return presentPosts(deps);
    }),

    // The webhook decides where the site sends its news, so it takes a fresh confirmation like other settings of that kind.
    answer(contract.putDiscordPosts, async (call) => {
      await requireConfirmed(deps, signedIn(call.viewer));
      await changePosts(deps, call.body, actorOf(call));
      return presentPosts(deps);
    }),

    answer(contract.deleteDiscordPosts, async (call) => {
      await requireConfirmed(deps, signedIn(call.viewer));
      await deletePosts(deps, actorOf(call));
      return presentPosts(deps);
    }),

    answer(contract.sendDiscordTest, async () => {
      await sendTest(deps);
      return presentPosts(deps);
    }),
  ];
}
