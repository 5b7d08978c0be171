// Files of the built client, kept in memory with their compressed forms: a few hundred kilobytes, served without disk access.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from './encoding.ts';

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  json: 'application/json',
};

type Asset = { type: string; plain: Buffer; brotli: Buffer | null; gzip: Buffer | null };

const readAssets = (folder: string): Map<string, Asset> => {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const type = types[entry.name.split('.').at(-1) ?? ''];
    if (!type) continue;
    assets.set(`/${relative(folder, path)}`, {
      type,
      plain: readFileSync(path),
      brotli: readIfThere(`${path}.br`),
      gzip: readIfThere(`${path}.gz`),
    });
  }
  return assets;
};

const readIfThere = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

/**
 * Allows nothing if an asset is opened on its own. Within a page, scripts, styles and fonts follow the page's policies. This
 * policy is as short as possible, because sending all of the page's policies with each file would add several kilobytes to a
 * first visit.
 */
const ASSET_POLICY = "default-src 'none'";
const POLICIES_OF_PAGES = ['cross-origin-opener-policy', 'permissions-policy'];

/** Serves every file under `folder` at `/assets/…`. File names contain a hash, so browsers cache them for a year. */
export function serveAssets(app: FastifyInstance, folder: string): void {
  const assets = readAssets(folder);
  // A plain route only parses the URL's path. Serving from memory needs little else.
  app.get('/assets/*', { config: { plain: true } }, (request, reply): void => {
    const asset = assets.get(request.url.split('?', 1)[0] ?? '');
    if (!asset) return void reply.callNotFound();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    reply.header('content-type', asset.type).header('cache-control', 'public, max-age=31536000, immutable');
    reply.header('content-security-policy', ASSET_POLICY);
    for (const name of POLICIES_OF_PAGES) reply.removeHeader(name);
    if (asset.brotli) reply.header('vary', 'Accept-Encoding');
    if (asset.brotli && encoding === 'br') reply.header('content-encoding', 'br').send(asset.brotli);
    else if (asset.gzip && encoding === 'gzip') reply.header('content-encoding', 'gzip').send(asset.gzip);
    else reply.send(asset.plain);
  });
}
