import { Problem } from '#server/kit/http/problem.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { findResource, type ResourceRow } from './queries.ts';
import { maySee } from './rules.ts';

/**
 * Finds a resource the viewer may see.
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function findVisible(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: { id: string } | { slug: string },
  viewer: Viewer | null,
): Promise<ResourceRow> {
  const row = await findResource(db, by, now());
  if (!row || !maySee(row, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  return row;
}
