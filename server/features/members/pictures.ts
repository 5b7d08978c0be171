// Serves profile pictures from storage. The site has encoded all of them itself, as WebP.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnchanged } from '#server/kit/http/range.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Exchange } from '#server/platform/serve.ts';
import type { Deps } from '../../deps.ts';
import { profilePictureKey } from './rules.ts';

export type Picture = { body: Buffer; mediaType: string; etag: string };

/** Reads a picture by its file name; null if there is no such file. */
export async function readPicture(deps: Pick<Deps, 'storage'>, file: string): Promise<Picture | null> {
  const key = profilePictureKey(file);
  if (!key) return null;
  try {
    const stored = await deps.storage.open(key);
    try {
      const buffer = Buffer.allocUnsafe(stored.size);
      const body = buffer.subarray(0, await stored.read(buffer, 0));
      return { body, mediaType: 'image/webp', etag: `"${key.slice(-21, -5)}"` };
    } finally {
      await stored.close();
    }
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

/** Returns a function that reads the default picture once. The build creates that picture. */
export function createDefaultPicture(deps: Pick<Deps, 'config'>): () => Promise<Picture> {
  let known: Promise<Picture> | null = null;
  const read = async (): Promise<Picture> => {
    const body = await readFile(join(deps.config.projectDir, 'dist/images/default-avatar.png'));
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    return { body, mediaType: 'image/png', etag };
  };
  return () => {
    known ??= read().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

/** Sends a picture, or 304 if the client already has it. */
export async function sendPicture({ request, reply }: Exchange, picture: Picture, cacheControl: string) {
  reply.header('cache-control', cacheControl).header('etag', picture.etag);
  if (isUnchanged(request.headers, picture)) await reply.code(304).send();
  else await reply.type(picture.mediaType).send(picture.body);
}
