import { z } from 'zod';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { deleteFreedName, findFreedNames, findProfilePictures } from './queries.ts';
import { ownPictureFile, profilePictureKey } from './rules.ts';

/** Posts of the forum in which a name becomes a word, in one transaction. */
const POSTS_AT_ONCE = 500;

/** Removes a picture from the storage, unless its owner's profile shows it. Removing it again does nothing. */
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
 * Forgets whom a name led to that is anybody's again. In posts that meant them it is a word from then on: it would lead to
 * whoever takes it.
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
