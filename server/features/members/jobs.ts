import { z } from 'zod';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { deleteFreedName, findFreedNames, findProfilePictures } from './queries.ts';
import { ownPictureFile, profilePictureKey } from './rules.ts';

/** Number of forum posts per transaction when mentions are replaced. */
const POSTS_AT_ONCE = 500;

/** Deletes a picture from the storage unless its owner's profile still shows it. Idempotent. */
export const deleteProfilePicture = defineJob({
  name: 'members.drop-picture',
  payload: z.strictObject({ userId: z.string(), file: z.string() }),
  run: async ({ userId, file }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    const shown = await findProfilePictures(db, userId);
    if (shown && [shown.avatar, shown.banner].some((value) => ownPictureFile(value) === file)) return;
    const key = profilePictureKey(file);
    if (key) await storage.delete(key);
  },
});

/**
 * Deletes the records of former usernames that are free again. Mentions of these names in old posts become plain text. Otherwise,
 * they would link to the next person who takes the name.
 */
export const deleteFreedNames = defineJob({
  name: 'members.forget-freed-names',
  payload: z.strictObject({}),
  cron: '29 * * * *',
  run: async (_payload, { db, now, hooks }: Pick<Deps, 'db' | 'now' | 'hooks'>) => {
    for (const freed of await findFreedNames(db, now())) {
      const meant = { names: [freed.username], before: freed.until, most: POSTS_AT_ONCE };
      let loosened = POSTS_AT_ONCE;
      while (loosened === POSTS_AT_ONCE) loosened = await hooks.onUsernameFreed(db, meant);
      await deleteFreedName(db, freed);
    }
  },
});
