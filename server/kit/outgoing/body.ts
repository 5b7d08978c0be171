// Reads response bodies of other sites, decompressed as they arrive and only up to the limit.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** The Accept-Encoding that is sent; responses in any other encoding are refused. */
export const ENCODINGS = 'gzip, br';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress } as const;

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding);

/** Whether a Content-Encoding can be decoded: none, or one of those in ENCODINGS, applied only once. */
export function isReadable(encoding: string): boolean {
  return encoding === '' || encoding === 'identity' || isKnown(encoding);
}

/**
 * Reads at most `maxBytes` of a body, counted after decompression.
 * @param isCutable whether a partial body is useful; if so, what arrived before a failure is kept
 * @returns the body; `isWhole` is false if there was more to read
 * @throws network and decompression errors
 */
export async function readUnpackedBody(
  source: Readable,
  encoding: string,
  { maxBytes, isCutable, signal }: { maxBytes: number; isCutable: boolean; signal: AbortSignal },
): Promise<{ body: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  const collect = async (parts: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of parts) {
      const room = maxBytes - size;
      chunks.push(part.length > room ? part.subarray(0, room) : part);
      size += part.length;
      if (part.length <= room) continue;
      isWhole = false;
      return;
    }
  };
  try {
    if (isKnown(encoding)) await pipeline(source, decoders[encoding](), collect, { signal });
    else await pipeline(source, collect, { signal });
  } catch (error) {
    // Stopping early makes the pipeline fail, which is expected.
    if (isWhole && (!isCutable || size === 0 || signal.aborted)) throw error;
    isWhole = false;
  } finally {
    source.destroy();
  }
  return { body: Buffer.concat(chunks), isWhole };
}
