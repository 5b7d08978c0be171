import { LISTING_FETCH_LIMIT } from '#contract/limits.ts';
import * as contract from '#contract/resources.ts';
import type { Deps } from '../../deps.ts';
import { createMemory } from '../../kit/remember.ts';
import { answer, answerExchange, type Route } from '../../kit/serve.ts';
import type { ViewCounter } from '../../kit/view-counter.ts';
import type { Viewer } from '../../kit/viewer.ts';
import { findVisible } from './actions.ts';
import { presentResource } from './presenting.ts';
import * as queries from './queries.ts';
import { presentCard, readPage } from './rules.ts';

const TOTALS_KEPT_MS = 60_000;

export const resourceRoutes = (deps: Deps & { views: ViewCounter }): Route[] => {
  const { db } = deps;
  const totals = createMemory<{ total: number }>({ max: 1, ttlMs: TOTALS_KEPT_MS });
  deps.bus.subscribe('resources', totals.clear);
  deps.bus.onReset(totals.clear);

  const present = async (by: { id: string } | { slug: string }, viewer: Viewer | null) => {
    const row = await findVisible(deps, by, viewer);
    const follow = viewer ? await queries.findFollow(db, viewer.id, row.authorId) : undefined;
    return presentResource(row, follow !== undefined);
  };

  return [
    answer(contract.listLeaks, async ({ query, setHeader }) => {
      const rows = await queries.findLeaks(db, readPage(query, LISTING_FETCH_LIMIT), deps.now());
      const { total } = await totals.get('', async () => ({ total: await queries.countResources(db) }));
      setHeader('x-total-count', String(total));
      return rows.map((row) => {
        const { creator: _creator, ...leak } = presentResource(row, false);
        return leak;
      });
    }),

    answer(contract.getResource, ({ params, viewer }) => present(params, viewer)),
    answer(contract.getElement, ({ params, viewer }) => present(params, viewer)),

    answer(contract.listEditors, () => queries.findFacets(db, 'editor')),
    answer(contract.listElements, async () => (await queries.findElements(db)).map(presentCard)),

    answerExchange(contract.countView, async ({ params, viewer, visitor }) => {
      const row = await findVisible(deps, params, viewer);
      deps.views.count(row.id, visitor);
      return null;
    }),
  ];
};
