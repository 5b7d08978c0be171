import { SHELF_CARDS } from '#contract/resources/limits.ts';
import * as contract from '#contract/resources/related.ts';
import type { Deps } from '#server/deps.ts';
import { findVisible } from '#server/features/resources/actions.ts';
import { presentCard } from '#server/features/resources/rules.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { findMoreBy, findSimilar } from './queries.ts';

export function relatedRoutes(deps: Deps): Route[] {
  return [
    answer(contract.getRelated, async ({ params: { id }, viewer }) => {
      const { authorId } = await findVisible(deps, { id }, viewer);
      const [moreBy, similar] = await Promise.all([
        findMoreBy(deps.db, { id, authorId }),
        findSimilar(deps.db, { id }),
      ]);
      const taken = new Set(moreBy.map((row) => row.id));
      return {
        moreBy: moreBy.map(presentCard),
        similar: similar
          .filter((row) => !taken.has(row.id))
          .slice(0, SHELF_CARDS)
          .map(presentCard),
      };
    }),
  ];
}
