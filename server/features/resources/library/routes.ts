import * as contract from '#contract/resources/library.ts';
import type { Deps } from '#server/deps.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { findFilesByHash, findPacks } from './queries.ts';

export function libraryRoutes(deps: Deps): Route[] {
  return [
    answer(contract.matchLibrary, async ({ body, viewer, setHeader }) => {
      const { id } = signedIn(viewer);
      await requireWithinLimit(deps, `library lookups ${id}`, deps.limits.libraryLookups, deps.now());
      setHeader('cache-control', 'private, no-store');
      const found = await findFilesByHash(deps.db, body.hashes);
      const ids = [...new Set(found.map(({ resourceId }) => resourceId))];
      const packs = ids.length === 0 ? [] : await findPacks(deps.db, ids);
      // A pack that was hidden between the two reads is left out of both.
      const shown = new Set(packs.map((pack) => pack.id));
      return { files: found.filter(({ resourceId }) => shown.has(resourceId)), packs };
    }),
  ];
}
