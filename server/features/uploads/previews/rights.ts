// Who may see a stored picture of a resource: what visitors may, is remembered, since pictures are asked for most of all.

import type { Deps } from '#server/deps.ts';
import { maySee } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import type { PictureRights } from '#server/platform/public-files.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { findPictureOwners } from './queries.ts';

/** Keys are short; so many pictures are those of all resources that are looked at in a while. */
const KEPT = 50_000;
const KEPT_MS = 600_000;

/**
 * Answers for a picture's key, as rows have it. Forgotten when the bus says that a resource has changed, so a picture is refused
 * in every process once its resource is hidden.
 *
 * Administrators also see uploads that were deleted. A picture of no resource yet was sent by a leaker or an administrator, and
 * only they get it.
 */
export function createPictureRights({ db, bus }: Pick<Deps, 'db' | 'bus'>) {
  const kept = createMemory<{ isPublic: boolean }>({ max: KEPT, ttlMs: KEPT_MS, keeps: ({ isPublic }) => isPublic });
  bus.subscribe('resources', kept.clear);
  bus.onReset(kept.clear);
  const isPublic = async (key: string) => {
    const owners = await findPictureOwners(db, key);
    return { isPublic: owners.some((owner) => maySee(owner, null)) };
  };
  return async (key: string, viewer: Viewer | null): ReturnType<PictureRights> => {
    if ((await kept.get(key, () => isPublic(key))).isPublic) return 'everybody';
    if (viewer === null) return 'nobody';
    if (viewer.role === 'ADMIN' && !viewer.needsTwoFactor) return 'viewer';
    const owners = await findPictureOwners(db, key);
    const isAllowed =
      owners.length === 0
        ? viewer.role === 'LEAKER' || viewer.role === 'ADMIN'
        : owners.some((owner) => maySee(owner, viewer));
    return isAllowed ? 'viewer' : 'nobody';
  };
}
