import * as contract from '#contract/resources/collections.ts';
import type { Deps } from '#server/deps.ts';
import { findUploader } from '#server/features/accounts/public.ts';
import { presentCard, thumbnailUrl } from '#server/features/resources/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import * as actions from './actions.ts';
import * as queries from './queries.ts';

const present = ({
  ownerId: _ownerId,
  projectKey: _projectKey,
  ...row
}: queries.CollectionRow): contract.Collection => ({
  ...row,
  covers: row.covers.map((key) => thumbnailUrl(key, 320)),
  updatedAt: row.updatedAt.toISOString(),
});

export function collectionRoutes(deps: Deps): Route[] {
  const { db, limits } = deps;

  const find = async (id: string, viewer: Viewer | null): Promise<queries.CollectionRow> => {
    const row = await queries.findCollection(db, id, viewer?.id ?? null, deps.now());
    if (!row) throw new Problem('COLLECTION_NOT_FOUND');
    return row;
  };

  // The signed-in user, after counting the change against their rate limit.
  const changing = async (viewer: Viewer | null): Promise<Viewer> => {
    const person = signedIn(viewer);
    await requireWithinLimit(deps, `profile changes ${person.id}`, limits.profileChanges, deps.now());
    return person;
  };

  return [
    answer(contract.listCollections, async ({ params, viewer }) => {
      const owner = await findUploader(db, params.username.toLowerCase(), deps.now());
      if (!owner) throw new Problem('PROFILE_NOT_FOUND');
      const rows = await queries.findCollectionsOf(db, owner.id, { onlyPublic: viewer?.id !== owner.id });
      return rows.map(present);
    }),

    answer(contract.listOwnCollections, async ({ viewer, query, setHeader }) => {
      const { id } = signedIn(viewer);
      const [rows, holding] = await Promise.all([
        queries.findCollectionsOf(db, id, { onlyPublic: false }),
        query.resource ? queries.findHolding(db, id, query.resource) : new Set<string>(),
      ]);
      setHeader('cache-control', 'private, no-store');
      return rows.map((row) => ({ ...present(row), holds: holding.has(row.id) }));
    }),

    answer(contract.getCollection, async ({ params, viewer }) => {
      const row = await find(params.id, viewer);
      const items = await queries.findItems(db, row.id);
      const isOwn = viewer?.id === row.ownerId;
      return {
        ...present(row),
        resources: items.map(presentCard),
        isOwn,
        project: isOwn ? row.projectKey : null,
      };
    }),

    answer(contract.createCollection, async ({ body, viewer }) => {
      const person = await changing(viewer);
      const id = await actions.createCollection(deps, { ...body, ownerId: person.id });
      return present(await find(id, person));
    }),

    answer(contract.updateCollection, async ({ params, body, viewer }) => {
      const person = await changing(viewer);
      await actions.updateCollection(deps, { id: params.id, ownerId: person.id }, body);
      return present(await find(params.id, person));
    }),

    answerExchange(contract.deleteCollection, async ({ params, viewer }) => {
      const person = await changing(viewer);
      await actions.deleteCollection(deps, { id: params.id, ownerId: person.id });
      return null;
    }),

    answer(contract.addToCollection, async ({ params, viewer }) => {
      const person = await changing(viewer);
      await actions.addToCollection(deps, { id: params.id, ownerId: person.id }, params.resourceId);
      return present(await find(params.id, person));
    }),

    answer(contract.removeFromCollection, async ({ params, viewer }) => {
      const person = await changing(viewer);
      await actions.removeFromCollection(deps, { id: params.id, ownerId: person.id }, params.resourceId);
      return present(await find(params.id, person));
    }),
  ];
}
