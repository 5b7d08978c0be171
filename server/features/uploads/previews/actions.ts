// What other features ask of previews.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
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
 * Has facts, thumbnail and hover preview of a resource made anew, in the transaction that changed its files. A request
 * that still waits is replaced; one that is being worked on throws its result away.
 * Locks the resource's row: whoever also changes what listings count does that first.
 */
export async function requestPreviews(trx: Kysely<DB>, resourceId: string): Promise<void> {
  await setPreviewState(trx, resourceId, 'WAITING');
  await enqueue(trx, makePreviews, { resourceId }, { key: `previews:${resourceId}` });
}

/** Has a thumbnail or strip removed that a resource no longer shows; one that is shown again by then stays. */
export async function deleteUnshownPictures(trx: Kysely<DB>, key: string | null): Promise<void> {
  if (key !== null) await enqueue(trx, deletePreviewPictures, { key });
}

/**
 * Makes a thumbnail of what somebody sent, in all widths and kinds. It is gone after a day unless a resource shows it:
 * put `key` into thumbnail_key and `hash` into thumbnail_hash, and hand the key that stood there to `deleteUnshownPictures`.
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
