// Editing your own profile (product.md, ID-8).

import type { z } from 'zod';
import { NOT_AN_IMAGE } from '#contract/limits.ts';
import type { profileForm } from '#contract/members/api.ts';
import { type AccountRow, claimUsername, findAccount, isUsableName } from '#server/features/accounts/public.ts';
import { lockUploads } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import type { Deps } from '../../deps.ts';
import { deleteProfilePicture } from './jobs.ts';
import * as queries from './queries.ts';
import {
  formerNameEnd,
  MOST_FORMER_NAMES,
  newProfilePictureFile,
  ownPictureFile,
  pictureSizes,
  profilePictureKey,
} from './rules.ts';

type ProfileDeps = Pick<Deps, 'db' | 'now' | 'storage' | 'bus'> & {
  makePicture: ReturnType<typeof createPictureMaker>;
};

const pictureKinds = ['avatar', 'banner'] as const;
type PictureKind = (typeof pictureKinds)[number];

/** The parts of the form that were sent; everything else stays unchanged. */
export type ProfileChange = {
  fields: z.output<typeof profileForm>;
  files: Partial<Record<PictureKind, Buffer>>;
};

/** A picture is stored before the profile is changed. After this time, that change has either been committed or failed. */
const ORPHANED_AFTER_MS = 3_600_000;
const TOO_MANY_PIXELS = 'This image is too large. The limit is 40 megapixels.';

/**
 * Updates a profile: saves either everything that was sent, or nothing. Replaced pictures are deleted after the commit.
 * @throws Problem NOT_AN_IMAGE, USERNAME_TAKEN, BAD_INPUT if a field is both sent and cleared, TOO_MANY_REQUESTS if the user has
 *   too many former names
 */
export async function updateProfile(deps: ProfileDeps, userId: string, change: ProfileChange): Promise<AccountRow> {
  const cleared = new Set(change.fields.clear?.split(','));
  const sent = { ...change.fields, ...change.files };
  if ([...cleared].some((name) => name in sent))
    throw new Problem('BAD_INPUT', { fields: { clear: 'A field can’t be both set and cleared.' } });

  const pictures = await makePictures(deps, change.files);
  const files: Partial<Record<PictureKind, string>> = {};
  try {
    for (const kind of pictureKinds) {
      const body = pictures[kind];
      if (body) files[kind] = await storePicture(deps, userId, body);
    }
    return await deps.db.transaction().execute(async (trx) => {
      const now = deps.now();
      await queries.lockProfile(trx, userId);
      const was = await queries.findOwnProfile(trx, userId);
      if (!was) throw new Problem('SIGN_IN_REQUIRED');
      const changes: queries.ProfileColumns = {
        ...textChanges(change.fields, cleared, was),
        ...Object.fromEntries(pictureKinds.filter((kind) => cleared.has(kind)).map((kind) => [kind, null])),
        ...files,
      };
      const wanted = change.fields.username?.toLowerCase();
      if (wanted !== undefined && wanted !== was.username) {
        await rename(trx, { userId, from: was.username, to: wanted, now });
        changes.username = wanted;
      }
      if ('username' in changes || 'display_name' in changes) await lockUploads(trx, userId);
      if (Object.keys(changes).length > 0) {
        await queries.updateProfileColumns(trx, userId, changes, now);
        await deps.bus.publish(trx, 'members', userId);
      }
      for (const kind of pictureKinds) {
        const file = kind in changes ? ownPictureFile(was[kind]) : null;
        if (file) await enqueue(trx, deleteProfilePicture, { userId, file });
      }
      const account = await findAccount(trx, userId, now);
      if (!account) throw new Problem('SIGN_IN_REQUIRED');
      return account;
    });
  } catch (error) {
    for (const file of Object.values(files)) await deps.storage.delete(profilePictureKey(file) ?? '');
    throw error;
  }
}

const textChanges = (
  fields: ProfileChange['fields'],
  cleared: Set<string>,
  was: { displayName: string | null },
): queries.ProfileColumns => {
  const bio = cleared.has('bio') ? '' : fields.bio?.trim();
  const displayName = cleared.has('displayName') ? null : fields.displayName?.trim();
  return {
    ...(bio === undefined ? {} : { bio }),
    // Changing the display name reindexes all of the user's resources, so skip it when the name stays the same.
    ...(displayName === undefined || displayName === was.displayName ? {} : { display_name: displayName }),
  };
};

/**
 * Changes a username inside the caller's transaction, following the profile rules. Does nothing if the user already has the name.
 * @returns the names before and after; null if nothing changed
 * @throws Problem USERNAME_TAKEN, TOO_MANY_REQUESTS if the user has too many former names
 */
export async function changeUsername(
  deps: Pick<Deps, 'bus'>,
  trx: Deps['db'],
  { userId, wish, now }: { userId: string; wish: string; now: Date },
): Promise<{ from: string; to: string } | null> {
  await queries.lockProfile(trx, userId);
  const was = await queries.findOwnProfile(trx, userId);
  if (!was) throw new Problem('SIGN_IN_REQUIRED');
  const to = wish.toLowerCase();
  if (to === was.username) return null;
  await rename(trx, { userId, from: was.username, to, now });
  await lockUploads(trx, userId);
  await queries.updateProfileColumns(trx, userId, { username: to }, now);
  await deps.bus.publish(trx, 'members', userId);
  return { from: was.username, to };
}

/** Claims the new name and reserves the old one for its owner, so that nobody else can take it while it still redirects. */
const rename = async (
  trx: Deps['db'],
  { userId, from, to, now }: { userId: string; from: string; to: string; now: Date },
): Promise<void> => {
  if (!isUsableName(to) || !(await claimUsername(trx, to, { userId, now }))) {
    const taken = new Problem('USERNAME_TAKEN');
    throw new Problem('USERNAME_TAKEN', { fields: { username: taken.message } });
  }
  await queries.deleteFormerName(trx, to, userId);
  const former = await queries.findFormerNames(trx, userId, now);
  const [first] = former;
  if (first && former.length >= MOST_FORMER_NAMES) {
    const message = 'You have changed your username too often. Try again later, or switch back to one you had before.';
    const retryAfterSeconds = Math.ceil((first.until.getTime() - now.getTime()) / 1000);
    throw new Problem('TOO_MANY_REQUESTS', { message, retryAfterSeconds, fields: { username: message } });
  }
  await queries.keepFormerName(trx, { username: from, user_id: userId, until: formerNameEnd(now) });
};

const makePictures = async (
  { makePicture }: ProfileDeps,
  files: ProfileChange['files'],
): Promise<Partial<Record<PictureKind, Buffer>>> => {
  const made: Partial<Record<PictureKind, Buffer>> = {};
  for (const kind of pictureKinds) {
    const file = files[kind];
    if (!file) continue;
    try {
      made[kind] = await makePicture(file, pictureSizes[kind]);
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      const message = error.reason === 'pixels' ? TOO_MANY_PIXELS : NOT_AN_IMAGE;
      throw new Problem('NOT_AN_IMAGE', { message, fields: { [kind]: message } });
    }
  }
  return made;
};

/** Stores a picture that no profile shows yet. If the process dies before the profile is updated, a job deletes it. */
const storePicture = async (deps: ProfileDeps, userId: string, body: Buffer): Promise<string> => {
  const file = newProfilePictureFile(userId);
  await enqueue(
    deps.db,
    deleteProfilePicture,
    { userId, file },
    { runAt: new Date(deps.now().getTime() + ORPHANED_AFTER_MS) },
  );
  try {
    await deps.storage.put(profilePictureKey(file) ?? '', body);
  } catch (error) {
    throw error instanceof StorageFull ? new Problem('STORAGE_FULL') : error;
  }
  return file;
};
