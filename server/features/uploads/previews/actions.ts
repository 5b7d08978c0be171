// Preview operations for other features.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { previewJobKeys } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { POSTER_SIZE } from '#server/kit/media/thumbnails.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { makePreviews } from './jobs.ts';
import { deletePreviewPictures, storeThumbnail } from './pictures.ts';
import { setPreviewState } from './queries.ts';

type PictureDeps = Pick<Deps, 'db' | 'now' | 'storage' | 'pictures'>;

/**
 * Enqueues the job that creates a resource's facts, thumbnail and hover preview, in the transaction that changed its files.
 * Replaces a request that is still queued; a job that is already running discards its result.
 * Locks the resource row, so a caller that also changes columns on which the listing counters depend must change them first.
 */
export async function requestPreviews(trx: Kysely<DB>, resourceId: string): Promise<void> {
  await setPreviewState(trx, resourceId, 'WAITING');
  await enqueue(trx, makePreviews, { resourceId }, { key: previewJobKeys(resourceId).pictures });
}

/**
 * Enqueues the removal of a thumbnail or strip that a resource no longer shows. The job keeps it if a resource shows it again.
 */
export async function deleteUnshownPictures(trx: Kysely<DB>, key: string | null): Promise<void> {
  if (key !== null) await enqueue(trx, deletePreviewPictures, { key });
}

/**
 * Creates a thumbnail in all widths and formats from an image sent by a user. It is deleted after a day unless a resource shows
 * it. To show it, store `key` in thumbnail_key and `hash` in thumbnail_hash, and pass the old key to `deleteUnshownPictures`.
 * @throws Problem NOT_AN_IMAGE, UNAVAILABLE, STORAGE_FULL
 */
export async function makeThumbnail(
  deps: PictureDeps,
  body: Uint8Array,
): Promise<{ key: string; hash: string; size: number }> {
  try {
    const { pixels } = await deps.pictures.readSent(body, POSTER_SIZE);
    return await storeThumbnail(deps, pixels);
  } catch (error) {
    if (error instanceof ImageRefused) throw new Problem('NOT_AN_IMAGE');
    if (error instanceof StorageFull) throw new Problem('STORAGE_FULL');
    throw error;
  }
}
