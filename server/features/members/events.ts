import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { deleteProfilePicture } from './jobs.ts';
import { ownPictureFile } from './rules.ts';

/** Has pictures removed that a profile shows no more, once the caller's transaction has happened. */
export async function deleteOldPictures(
  trx: Deps['db'],
  userId: string,
  pictures: readonly (string | null)[],
): Promise<void> {
  for (const picture of pictures) {
    const file = ownPictureFile(picture);
    if (file) await enqueue(trx, deleteProfilePicture, { userId, file });
  }
}
