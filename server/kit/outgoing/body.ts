// Bodies from elsewhere, unpacked as they arrive and never further than to their limit.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What is asked for; an answer in anything else is not read. */
export const ENCODINGS = 'gzip, br';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress } as const;

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding);

/** Whether a Content-Encoding can be read: none, or one that was asked for, once. */
export function isReadable(encoding: string): boolean {
  return encoding === '' || encoding === 'identity' || isKnown(encoding);
}

/**
 * Reads at most `maxBytes` of a body, counted as unpacked.
 * @param isCutable whether its beginning is worth something: then what came before something broke is kept
 * @returns `isWhole` false when there was more
 * @throws what the network says, or when it cannot be unpacked
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
    // What is left unread ends in an error, as it should.
    if (isWhole && (!isCutable || size === 0 || signal.aborted)) throw error;
    isWhole = false;
  } finally {
    source.destroy();
  }
  return { body: Buffer.concat(chunks), isWhole };
}
