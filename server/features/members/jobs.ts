import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';
import { findPictures } from './queries.ts';
import { ownPictureFile, pictureKey } from './rules.ts';

/** Removes a picture from the storage, unless its owner's profile shows it. Removing it again does nothing. */
export const dropPicture = defineJob({
  name: 'members.drop-picture',
  payload: z.strictObject({ userId: z.string(), file: z.string() }),
  run: async ({ userId, file }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    const shown = await findPictures(db, userId);
    if (shown && [shown.avatar, shown.banner].some((value) => ownPictureFile(value) === file)) return;
    const key = pictureKey(file);
    if (key) await storage.delete(key);
  },
});
