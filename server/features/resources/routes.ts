import * as contract from '#contract/resources/api.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import type { ViewCounter } from '#server/platform/view-counter.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { findVisible } from './actions.ts';
import * as queries from './queries.ts';
import { presentCard, presentResource } from './rules.ts';

export function resourceRoutes(deps: Deps & { views: ViewCounter }): Route[] {
  const { db } = deps;

  const present = async (by: { id: string } | { slug: string }, viewer: Viewer | null) => {
    const row = await findVisible(deps, by, viewer);
    const follow = viewer ? await queries.findFollow(db, viewer.id, row.authorId) : undefined;
    return presentResource(row, follow !== undefined);
  };

  return [
    answer(contract.getResource, ({ params, viewer }) => present(params, viewer)),
    answer(contract.getElement, ({ params, viewer }) => present(params, viewer)),

    answer(contract.listEditors, () => queries.findFacets(db, 'editor')),
    answer(contract.listTypes, () => queries.findFacets(db, 'type')),
    answer(contract.listElements, async () => (await queries.findElements(db)).map(presentCard)),

    answerExchange(contract.countView, async ({ params, viewer, visitor }) => {
      const row = await findVisible(deps, params, viewer);
      deps.views.count(row.id, visitor);
      return null;
    }),
  ];
}
