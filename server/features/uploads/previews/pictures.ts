// Stores thumbnails and strips under unique names, and removes those that no resource shows.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { encodePoster } from '#server/kit/media/thumbnails.ts';
import { clearSentPicture, isPictureShown } from './queries.ts';
import { previewKeys } from './rules.ts';

type StoreDeps = Pick<Deps, 'db' | 'now' | 'storage'>;

/** How long a new picture is kept if no resource shows it. By then, the job that created it has finished or died. */
const UNSHOWN_KEPT_MS = 86_400_000;

/** Removes a thumbnail in all sizes, or a strip, unless a resource shows it. Idempotent. */
export const deletePreviewPictures = defineJob({
  name: 'previews.drop-pictures',
  payload: z.strictObject({ key: z.string() }),
  run: async ({ key }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    if (!(await isPictureShown(db, key))) for (const file of previewKeys(key)) await storage.delete(file);
    await clearSentPicture(db, key);
  },
});

const newName = (body: Uint8Array): string =>
  `${randomUUID()}/${createHash('sha256').update(body).digest('hex').slice(0, 16)}`;

/** Enqueues the removal before anything is written, so that nothing is left behind if this process dies. */
const dropLater = ({ db, now }: StoreDeps, key: string) =>
  enqueue(db, deletePreviewPictures, { key }, { runAt: new Date(now().getTime() + UNSHOWN_KEPT_MS) });

/**
 * Stores RGB pixels of POSTER_SIZE as a thumbnail in all widths and formats; `size` is their total in bytes.
 * @throws StorageFull
 */
export async function storeThumbnail(
  deps: StoreDeps,
  pixels: Buffer,
): Promise<{ key: string; hash: string; size: number }> {
  const { files, hash } = await encodePoster(pixels);
  const key = newName(pixels);
  await dropLater(deps, key);
  for (const { ending, body } of files) await deps.storage.put(`t/${key}${ending}`, body);
  return { key, hash, size: files.reduce((sum, { body }) => sum + body.length, 0) };
}

/** Stores a strip. @returns its key as stored in the row @throws StorageFull */
export async function storeStrip(deps: StoreDeps, body: Buffer): Promise<string> {
  const key = `${newName(body)}-strip.webp`;
  await dropLater(deps, key);
  await deps.storage.put(`t/${key}`, body);
  return key;
}
