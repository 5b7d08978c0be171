// Image routes: the built-in images named in the specification, and thumbnails and preview strips of resources.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/kit/http/problem.ts';
import { decideRange, isUnchanged } from '#server/kit/http/range.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import type { Viewer } from './viewer.ts';

const types: Record<string, string> = {
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  json: 'application/json',
  glb: 'model/gltf-binary',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
};
/** The site's own images. */
const IMAGE_CACHING = 'public, max-age=86400';
const typeOf = (name: string): string => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
/**
 * When a resource is hidden, its images disappear within an hour, even from browser and CDN caches, because caches revalidate
 * their copies after an hour. Revalidating an unchanged image does not read it from storage.
 */
export const PICTURE_CACHING = 'public, max-age=3600';
/** For unpublished images, which only some viewers may see: never cached. */
const PRIVATE_CACHING = 'private, no-store';
/** `<id>/<content hash>-<width>.webp` or `.jpg`, as created by rules.ts in resources and in previews. */
const THUMBNAIL = /^[0-9a-f-]{36}\/[0-9a-f]{16}-(?:(?:320|640|1280)\.(?:webp|jpg)|strip\.webp)$/;

const WIDTH = /-(?:320|640|1280)\.(?:webp|jpg)$/;
/** `<id>/<content hash>` and an ending of previews/files/rules.ts. */
const FILE_PREVIEW =
  /^[0-9a-f-]{36}\/[0-9a-f]{16}-(?:clip\.mp4|sound\.m4a|(?:lottie|contents)\.json|model\.glb|(?:frames|picture|specimen|small|still|page)\.webp|table\.bin)$/;

/** The file name contains the content hash, so it can serve as the ETag. */
const etagOf = (name: string): string => `"${name.slice(37)}"`;

const notFoundIfLost = (error: unknown): never => {
  throw error instanceof FileMissing ? new Problem('NOT_FOUND') : error;
};

/** Who may see a resource's image, by its stored key. */
export type PictureRights = (key: string, viewer: Viewer | null) => Promise<'everybody' | 'viewer' | 'nobody'>;

/**
 * Serves /public/Images/*, /public/plates/* and /favicon.ico from memory, and /public/thumbnails/* and /public/previews/* from storage. Missing
 * files and files that the viewer is not allowed to see lead to a plain 404, and the page then shows its fallback.
 */
export function servePublicFiles(
  app: FastifyInstance,
  deps: {
    storage: Storage;
    imagesFolder: string;
    pictureHost(): string;
    rights: PictureRights;
    /** A plate that LUTs are shown on, by its file name; null if it does not exist. */
    readPlate(name: string): Promise<Buffer | null>;
  },
): void {
  const images = new Map(
    readdirSync(deps.imagesFolder).map((name) => {
      const body = readFileSync(join(deps.imagesFolder, name));
      return [name, { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }];
    }),
  );

  const sendImage = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const image = images.get(name);
    if (!image) return reply.callNotFound();
    reply.header('cache-control', IMAGE_CACHING).header('etag', image.etag);
    if (isUnchanged(request.headers, image)) return reply.code(304).send();
    return reply.type(typeOf(name)).send(image.body);
  };

  app.get<{ Params: { name: string } }>('/public/Images/:name', async (request, reply) =>
    sendImage(request.params.name, request, reply),
  );
  app.get<{ Params: { name: string } }>('/public/plates/:name', async (request, reply) => {
    const plate = await deps.readPlate(request.params.name);
    if (!plate) return reply.callNotFound();
    return reply.header('cache-control', IMAGE_CACHING).type('image/webp').send(plate);
  });
  app.get('/favicon.ico', async (request, reply) => sendImage('favicon.ico', request, reply));

  app.get<{ Params: { '*': string } }>('/public/thumbnails/*', async (request, reply) => {
    const name = request.params['*'];
    if (!THUMBNAIL.test(name)) return reply.callNotFound();
    const right = await deps.rights(name.replace(WIDTH, ''), request.viewer);
    if (right === 'nobody') throw new Problem('NOT_FOUND');
    const etag = etagOf(name);
    reply.header('cache-control', right === 'everybody' ? PICTURE_CACHING : PRIVATE_CACHING).header('etag', etag);
    // On the site's pages, images served through a CDN are cross-origin.
    if (deps.pictureHost()) reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
    try {
      const file = await deps.storage.open(`t/${name}`);
      try {
        const buffer = Buffer.allocUnsafe(file.size);
        const body = buffer.subarray(0, await file.read(buffer, 0));
        return await reply.type(typeOf(name)).send(body);
      } finally {
        await file.close();
      }
    } catch (error) {
      return notFoundIfLost(error);
    }
  });

  // Browsers request parts of clips and sounds: the beginning to play, other parts to seek.
  app.get<{ Params: { '*': string } }>('/public/previews/*', async (request, reply) => {
    const name = request.params['*'];
    if (!FILE_PREVIEW.test(name)) return reply.callNotFound();
    const right = await deps.rights(name, request.viewer);
    if (right === 'nobody') throw new Problem('NOT_FOUND');
    const key = `t/${name}`;
    const size = (await deps.storage.stat(key))?.size;
    if (size === undefined) throw new Problem('NOT_FOUND');
    const etag = etagOf(name);
    const { status, start, end } = decideRange(request.method, request.headers, { size, etag });
    const length = end - start;
    const isSent = length > 0 && request.method !== 'HEAD';
    // Opened before any header is set, because the error has its own.
    const body = isSent ? await deps.storage.openRange(key, start, end).catch(notFoundIfLost) : null;
    reply
      .code(status)
      .header('cache-control', right === 'everybody' ? PICTURE_CACHING : PRIVATE_CACHING)
      .header('etag', etag)
      .header('accept-ranges', 'bytes');
    if (status === 206) reply.header('content-range', `bytes ${start}-${end - 1}/${size}`);
    if (status === 416) reply.header('content-range', `bytes */${size}`);
    if (length === 0) return reply.send();
    // Fastify keeps the length of a stream in the reply to HEAD.
    return reply
      .type(typeOf(name))
      .header('content-length', length)
      .send(body ?? Readable.from([]));
  });
}
