import { PALETTE_ASSETS, PALETTE_PEOPLE, PALETTE_THREADS } from '#contract/content/limits.ts';
import * as contract from '#contract/content/palette.ts';
import type { Deps } from '#server/deps.ts';
import { suggestThreads } from '#server/features/forum/public.ts';
import { findPeopleLike } from '#server/features/members/public.ts';
import { createAssetSuggestions } from '#server/features/resources/public.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { nameIn, presentFoundAsset, presentFoundThread } from './rules.ts';

/** The command palette's search. It finds only what every visitor may open, so the reply is the same for everyone. */
export function paletteRoutes(deps: Deps): Route[] {
  const { db, limits } = deps;
  const suggestAssets = createAssetSuggestions(deps);

  return [
    answer(contract.searchSite, async ({ query: { text }, viewer, network }) => {
      const now = deps.now();
      const who = viewer ? `person ${viewer.id}` : `network ${network}`;
      await requireWithinLimit(deps, `site searches ${who}`, limits.siteSearches, now);
      const name = nameIn(text);
      const assetsFound = suggestAssets(text, PALETTE_ASSETS);
      const [assets, people, threads] = await Promise.all([
        assetsFound,
        name === '' ? [] : findPeopleLike(db, { text: name, limit: PALETTE_PEOPLE, now }),
        assetsFound.then(({ corrected }) => suggestThreads(db, { text, corrected, limit: PALETTE_THREADS })),
      ]);
      return {
        assets: assets.cards.map(presentFoundAsset),
        people,
        threads: threads.map(presentFoundThread),
        corrected: assets.corrected,
      };
    }),
  ];
}
