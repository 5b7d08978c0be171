// What other features ask of previews.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { enqueue } from '../../kit/jobs.ts';
import { dropPictures, makePreviews } from './jobs.ts';
import { setPreviewState } from './queries.ts';

/**
 * Has facts, thumbnail and hover preview of a resource made anew, in the transaction that changed its files. A request
 * that still waits is replaced; one that is being worked on throws its result away.
 * Locks the resource's row: whoever also changes what listings count does that first.
 */
export const requestPreviews = async (trx: Kysely<DB>, resourceId: string): Promise<void> => {
  await setPreviewState(trx, resourceId, 'WAITING');
  await enqueue(trx, makePreviews, { resourceId }, { key: `previews:${resourceId}` });
};

/** Has a thumbnail or strip removed that a resource no longer shows; one that is shown again by then stays. */
export const dropUnshown = async (trx: Kysely<DB>, key: string | null): Promise<void> => {
  if (key !== null) await enqueue(trx, dropPictures, { key });
};
