// Decides who may see a stored picture of a resource. Public access is cached, because pictures are the most frequent requests.

import type { Deps } from '#server/deps.ts';
import { maySee } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import type { PictureRights } from '#server/platform/public-files.ts';
import { mayUsePremium, type Viewer } from '#server/platform/viewer.ts';
import { findPreviewOwners } from './files/queries.ts';
import { isFilePreview, isLutTable } from './files/rules.ts';
import { findPictureOwners } from './queries.ts';

/** Cache size: enough for the pictures of all resources viewed in ten minutes; keys are short. */
const KEPT = 50_000;
const KEPT_MS = 600_000;

/**
 * Creates a function that decides who may see a picture, by its key as stored in rows. The cache is cleared when the bus
 * announces a changed resource, so that every process refuses the pictures of a resource once it is hidden.
 *
 * The table of a Premium LUT is only for people who may download it. Administrators can also see the pictures of deleted uploads. Only leakers and administrators can see a picture that does not
 * yet belong to a resource, because only they can send one.
 */
export function createPictureRights({ db, bus }: Pick<Deps, 'db' | 'bus'>) {
  const kept = createMemory<{ isPublic: boolean }>({ max: KEPT, ttlMs: KEPT_MS, keeps: ({ isPublic }) => isPublic });
  bus.subscribe('resources', kept.clear);
  bus.onReset(kept.clear);
  const findOwners = (key: string, viewer: Viewer | null) => {
    if (isLutTable(key)) return findTableOwners(key, viewer);
    return isFilePreview(key) ? findPreviewOwners(db, key) : findPictureOwners(db, key);
  };
  const findTableOwners = async (key: string, viewer: Viewer | null) => {
    const owners = await findPreviewOwners(db, key);
    return owners.filter(({ isPremium, authorId }) => !isPremium || mayUsePremium(viewer) || viewer?.id === authorId);
  };
  const isPublic = async (key: string) => {
    const owners = await findOwners(key, null);
    return { isPublic: owners.some((owner) => maySee(owner, null)) };
  };
  return async (key: string, viewer: Viewer | null): ReturnType<PictureRights> => {
    if ((await kept.get(key, () => isPublic(key))).isPublic) return 'everybody';
    if (viewer === null) return 'nobody';
    if (viewer.role === 'ADMIN' && !viewer.needsTwoFactor) return 'viewer';
    const owners = await findOwners(key, viewer);
    const isAllowed =
      owners.length === 0 && !isFilePreview(key)
        ? viewer.role === 'LEAKER' || viewer.role === 'ADMIN'
        : owners.some((owner) => maySee(owner, viewer));
    return isAllowed ? 'viewer' : 'nobody';
  };
}
