import * as contract from '#contract/resources.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../kit/problem.ts';
import { answer, answerExchange, type Route } from '../../kit/serve.ts';
import type { ViewCounter } from '../../kit/view-counter.ts';
import { mayUsePremium, type Viewer } from '../../kit/viewer.ts';
import { comparePaths, fileUrl } from './presenting.ts';
import * as queries from './queries.ts';
import { maySee, presentCard, presentResource } from './rules.ts';

export const resourceRoutes = (deps: Deps & { views: ViewCounter }): Route[] => {
  const { db } = deps;

  const findVisible = async (by: { id: string } | { slug: string }, viewer: Viewer | null) => {
    const row = await queries.findResource(db, by, deps.now());
    if (!row || !maySee(row, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
    return row;
  };

  const present = async (by: { id: string } | { slug: string }, viewer: Viewer | null) => {
    const row = await findVisible(by, viewer);
    const follow = viewer ? await queries.findFollow(db, viewer.id, row.authorId) : undefined;
    return presentResource(row, follow !== undefined);
  };

  return [
    answer(contract.getResource, ({ params, viewer }) => present(params, viewer)),
    answer(contract.getElement, ({ params, viewer }) => present(params, viewer)),

    answer(contract.listResourceFiles, async ({ params, viewer }) => {
      const row = await findVisible(params, viewer);
      const files = await queries.findFiles(db, row.id);
      return {
        files: files
          .sort((a, b) => comparePaths(a.path, b.path))
          .map((file) => ({
            name: file.path,
            size: file.size,
            url: fileUrl(row.id, file.path, !mayUsePremium(viewer)),
            sha256: file.sha256,
          })),
      };
    }),

    answer(contract.listEditors, () => queries.findFacets(db, 'editor')),
    answer(contract.listElements, async () => (await queries.findElements(db)).map(presentCard)),

    answerExchange(contract.countView, async ({ params, viewer, visitor }) => {
      const row = await findVisible(params, viewer);
      deps.views.count(row.id, visitor);
      return null;
    }),
  ];
};
