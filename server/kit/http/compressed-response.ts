// Builds frequently requested documents (sitemaps, feeds) in chunks, stores them compressed and sends them with an entity tag.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './encoding.ts';
import { isUnchanged } from './range.ts';

export type PackedText = {
  /** Compressed with gzip. */
  body: Buffer;
  /** Hash of the content, without quotes. */
  hash: string;
};

/** Compresses text while it is being generated, keeping only the result. @throws errors of the source */
export async function packText(pieces: AsyncIterable<string> | Iterable<string>): Promise<PackedText> {
  const zip = createGzip();
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  zip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(zip, 'end');
  // If the source fails, nothing awaits this promise any more.
  ended.catch(() => {});
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      if (!zip.write(piece)) await once(zip, 'drain');
    }
    zip.end();
    await ended;
  } finally {
    zip.destroy();
  }
  return { body: Buffer.concat(chunks), hash: hash.digest('base64url').slice(0, 22) };
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Sends packed text, or 304 when the client already has it. */
export function sendPacked(
  { request, reply }: Exchange,
  { body, hash }: PackedText,
  { type, caching }: { type: string; caching: string },
): FastifyReply {
  // The text is only stored compressed with gzip, so Brotli is ignored. Clients that accept Brotli also accept gzip, unless they
  // exclude it explicitly.
  const accepted = String(request.headers['accept-encoding'] ?? '').replaceAll(/\bbr\b/g, '');
  const isZipped = chooseEncoding(accepted) === 'gzip';
  // A strong tag identifies exact bytes, so each encoding has a different tag.
  const etag = `"${hash}${isZipped ? '' : '-plain'}"`;
  reply.header('cache-control', caching).header('etag', etag).header('vary', 'Accept-Encoding');
  if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
  reply.type(type);
  if (isZipped) return reply.header('content-encoding', 'gzip').send(body);
  const plain = createGunzip();
  plain.end(body);
  return reply.send(plain);
}
