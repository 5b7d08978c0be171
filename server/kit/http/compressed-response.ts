// Texts that many ask for again and again (sitemaps, feeds): made piece by piece, held compressed, sent with a tag.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './encoding.ts';
import { isUnchanged } from './range.ts';

export type PackedText = {
  /** Compressed with gzip. */
  body: Buffer;
  /** Of the content, without quotes. */
  hash: string;
};

/** Compresses a text as it comes: only what it has become is held. @throws what the source throws */
export async function packText(pieces: AsyncIterable<string> | Iterable<string>): Promise<PackedText> {
  const zip = createGzip();
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  zip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(zip, 'end');
  // Should the source fail, nobody waits for this any more.
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

/** Sends a packed text, or says that the asker has it already. */
export function sendPacked(
  { request, reply }: Exchange,
  { body, hash }: PackedText,
  { type, caching }: { type: string; caching: string },
): FastifyReply {
  // Whoever takes Brotli takes gzip as well, but for those who refuse it by name.
  const accepted = String(request.headers['accept-encoding'] ?? '').replaceAll(/\bbr\b/g, '');
  const isZipped = chooseEncoding(accepted) === 'gzip';
  // Each form has a tag of its own: a strong one stands for the very bytes.
  const etag = `"${hash}${isZipped ? '' : '-plain'}"`;
  reply.header('cache-control', caching).header('etag', etag).header('vary', 'Accept-Encoding');
  if (isUnchanged(request.headers, { etag })) return reply.code(304).send();
  reply.type(type);
  if (isZipped) return reply.header('content-encoding', 'gzip').send(body);
  const plain = createGunzip();
  plain.end(body);
  return reply.send(plain);
}
