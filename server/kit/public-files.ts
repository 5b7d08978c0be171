// Pictures that anybody may see: the built-in ones at their specified addresses, and resources' thumbnails.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { isUnchanged } from './range.ts';
import type { Storage } from './storage.ts';
import { FileMissing } from './storage-errors.ts';

const imageTypes: Record<string, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
};
const typeOf = (name: string): string => imageTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** `<id>/<content hash>-<width>.webp` or `.jpg`, as rules.ts of the resources and of the previews write it. */
const THUMBNAIL = /^[0-9a-f-]{36}\/[0-9a-f]{16}-(?:(?:320|640|1280)\.(?:webp|jpg)|strip\.webp)$/;

/**
 * Serves /public/Images/* and /favicon.ico, which browsers ask for unasked, from memory, and /public/thumbnails/* from
 * the storage. A thumbnail's name holds the hash of its content, so browsers keep it for a year; one that is gone is a
 * plain 404 and the page shows its fallback.
 */
export const servePublicFiles = (
  app: FastifyInstance,
  deps: { storage: Storage; imagesFolder: string; pictureHost(): string },
): void => {
  const images = new Map(
    readdirSync(deps.imagesFolder).map((name) => {
      const body = readFileSync(join(deps.imagesFolder, name));
      return [name, { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }];
    }),
  );

  const sendImage = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const image = images.get(name);
    if (!image) return reply.callNotFound();
    reply.header('cache-control', 'public, max-age=86400').header('etag', image.etag);
    if (isUnchanged(request.headers, image)) return reply.code(304).send();
    return reply.type(typeOf(name)).send(image.body);
  };

  app.get<{ Params: { name: string } }>('/public/Images/:name', async (request, reply) =>
    sendImage(request.params.name, request, reply),
  );
  app.get('/favicon.ico', async (request, reply) => sendImage('favicon.ico', request, reply));

  app.get<{ Params: { '*': string } }>('/public/thumbnails/*', async (request, reply) => {
    const name = request.params['*'];
    if (!THUMBNAIL.test(name)) return reply.callNotFound();
    try {
      const file = await deps.storage.open(`t/${name}`);
      try {
        const buffer = Buffer.allocUnsafe(file.size);
        const body = buffer.subarray(0, await file.read(buffer, 0));
        // What a network fetches here and hands on is shown on pages of this site, another one to the browser.
        if (deps.pictureHost()) reply.header('cross-origin-resource-policy', 'cross-origin');
        return await reply.header('cache-control', IMMUTABLE).type(typeOf(name)).send(body);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof FileMissing) throw new Problem('NOT_FOUND');
      throw error;
    }
  });
};
