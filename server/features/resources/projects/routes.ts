import { randomBytes } from 'node:crypto';
import { licenceOf } from '#contract/resources/licences.ts';
import * as contract from '#contract/resources/projects.ts';
import type { Deps } from '#server/deps.ts';
import { thumbnailUrl } from '#server/features/resources/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import { noteItem } from './actions.ts';
import * as queries from './queries.ts';

/** 128 bits, which nobody can guess. */
const KEY_BYTES = 16;

type Status = contract.ProjectItem['status'];

export function projectRoutes(deps: Deps): Route[] {
  const { db, limits } = deps;

  // Counted like other changes of collections.
  const changing = async (viewer: Viewer | null): Promise<Viewer> => {
    const person = signedIn(viewer);
    await requireWithinLimit(deps, `profile changes ${person.id}`, limits.profileChanges, deps.now());
    return person;
  };

  return [
    answer(contract.getProject, async ({ params, viewer, setHeader }) => {
      const row = await queries.findProject(db, params.key, viewer?.id ?? null, deps.now());
      if (!row) throw new Problem('PROJECT_NOT_FOUND');
      setHeader('cache-control', 'private, no-store');
      const isOwn = viewer?.id === row.ownerId;
      const items = await queries.findProjectItems(db, row.id, isOwn ? row.ownerId : null);
      return {
        name: row.name,
        description: row.description,
        owner: row.owner,
        updatedAt: row.updatedAt.toISOString(),
        collectionId: isOwn ? row.id : null,
        items: items.map(({ thumbnailKey, status, ...item }) => ({
          ...item,
          status: status as Status,
          licenceUrl: licenceOf(item.licence)?.url ?? null,
          thumbnailUrl: thumbnailUrl(thumbnailKey, 320),
        })),
      };
    }),

    answer(contract.openProject, async ({ params, body, viewer }) => {
      const { id: ownerId } = await changing(viewer);
      const key = await queries.setProjectKey(db, {
        id: params.id,
        ownerId,
        key: randomBytes(KEY_BYTES).toString('base64url'),
        renew: body.renew === true,
      });
      if (key === undefined) throw new Problem('COLLECTION_NOT_FOUND');
      return { key };
    }),

    answerExchange(contract.closeProject, async ({ params, viewer }) => {
      const { id: ownerId } = await changing(viewer);
      if (!(await queries.removeProjectKey(db, { id: params.id, ownerId }))) throw new Problem('COLLECTION_NOT_FOUND');
      return null;
    }),

    answer(contract.noteProjectItem, async ({ params, body, viewer }) => {
      const { id: ownerId } = await changing(viewer);
      const { note, status } = await noteItem(deps, { ...params, ownerId }, body);
      return { note, status: status as Status };
    }),
  ];
}
