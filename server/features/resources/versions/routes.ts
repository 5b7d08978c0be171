import * as contract from '#contract/resources/versions.ts';
import type { Deps } from '#server/deps.ts';
import { findVisible } from '#server/features/resources/actions.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { findResourceVersions } from './queries.ts';

export function resourceVersionRoutes(deps: Deps): Route[] {
  return [
    answer(contract.listResourceVersions, async ({ params: { id }, viewer }) => {
      const { version } = await findVisible(deps, { id }, viewer);
      const versions = await findResourceVersions(deps.db, id);
      return {
        current: version,
        versions: versions.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() })),
      };
    }),
  ];
}
