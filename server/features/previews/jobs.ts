import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';
import { isPictureShown, setPreviewState } from './queries.ts';
import { pictureKeys } from './rules.ts';

/** Makes facts, thumbnail and hover preview of a resource's files. */
export const makePreviews = defineJob({
  name: 'previews.make',
  payload: z.strictObject({ resourceId: z.uuid() }),
  run: async ({ resourceId }, { db }: Pick<Deps, 'db'>) => {
    await setPreviewState(db, resourceId, 'NONE');
  },
});

/** Removes a thumbnail in all its sizes, or a strip, unless a resource shows it. Removing it again does nothing. */
export const dropPictures = defineJob({
  name: 'previews.drop-pictures',
  payload: z.strictObject({ key: z.string() }),
  run: async ({ key }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    if (await isPictureShown(db, key)) return;
    for (const file of pictureKeys(key)) await storage.delete(file);
  },
});
