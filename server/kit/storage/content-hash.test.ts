import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { digestBytes, digestFile } from './content-hash.ts';
import type { StoredFile } from './storage.ts';

const MEBIBYTE = 1024 * 1024;
const content = randomBytes(9 * MEBIBYTE + 5);

/** A stored file with the first `size` bytes of `content`; `said` is the size it claims to have. */
const fileOf = (size: number, said = size): StoredFile => ({
  size: said,
  read: async (buffer, position) => content.copy(buffer, 0, position, Math.min(size, position + buffer.byteLength)),
  close: async () => {},
});
const sumsOf = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
});

describe('the checksums of a file', () => {
  it.each([0, 1, MEBIBYTE - 1, MEBIBYTE, 4 * MEBIBYTE, 4 * MEBIBYTE + 1, content.length])(
    'of %i bytes match its content, read in order to the end',
    async (size) => {
      const reads: number[] = [];
      const sums = await digestFile(fileOf(size), { onRead: (bytes) => void reads.push(bytes) });
      expect(sums).toEqual(sumsOf(content.subarray(0, size)));
      expect(digestBytes(content.subarray(0, size))).toEqual(sums);
      const steps = Math.ceil(size / MEBIBYTE);
      expect(reads).toEqual(Array.from({ length: steps }, (_, step) => Math.min(size, (step + 1) * MEBIBYTE)));
    },
  );

  it.each([2 * MEBIBYTE, 6 * MEBIBYTE])('of %i bytes are not computed when the content is shorter', async (said) => {
    await expect(digestFile(fileOf(MEBIBYTE, said))).rejects.toThrow(`ended at byte ${MEBIBYTE}, not ${said}`);
  });

  it.each([2 * MEBIBYTE, 6 * MEBIBYTE])('of %i bytes are abandoned when the server stops', async (size) => {
    const stopping = new AbortController();
    const onRead = (): void => stopping.abort(new Error('stopping'));
    await expect(digestFile(fileOf(size), { onRead, signal: stopping.signal })).rejects.toThrow('stopping');
  });
});
