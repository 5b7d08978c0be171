import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { deleteProfilePicture } from './jobs.ts';
import { ownPictureFile } from './rules.ts';

/** Schedules the deletion of pictures that a profile no longer shows; the job runs after the caller's transaction commits. */
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
