// The built client's files, held in memory with their compressed forms: a few hundred kilobytes, sent without a disk.
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
 * What an asset may do that is opened by itself: nothing. A page's scripts, styles and fonts follow the policies of the page, so
 * theirs are the least that says as much: all policies of a page on each file would be several kilobytes of a first visit.
 */
const ASSET_POLICY = "default-src 'none'";
const POLICIES_OF_PAGES = ['cross-origin-opener-policy', 'permissions-policy'];

/** Serves every file under `folder` at `/assets/…`; their names carry a hash, so browsers keep them for a year. */
export function serveAssets(app: FastifyInstance, folder: string): void {
  const assets = readAssets(folder);
  // A plain function that reads no more of an address than its path: there is little else to sending what is in memory.
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
