/** Compares what is read of a file with its CRC-32, so that wrong bytes never pass for the whole. */

import { crc32 } from 'node:zlib';
import { DamagedContent } from './errors.ts';
import type { StoredFile } from './storage.ts';

/**
 * The same file. Whoever reads it from its first byte to its last, one read behind the other, gets the last of them only when
 * all were right.
 * @throws DamagedContent by the last read otherwise
 */
export function checkFile(file: StoredFile, expected: number, what: string): StoredFile {
  let summed = 0;
  let sum = 0;
  return {
    ...file,
    async read(buffer, position) {
      const count = await file.read(buffer, position);
      if (position === 0) {
        summed = 0;
        sum = 0;
      }
      if (position !== summed) return count;
      sum = crc32(buffer.subarray(0, count), sum);
      summed += count;
      if (summed === file.size && sum !== expected)
        throw new DamagedContent(`${what} has other bytes than were stored`);
      return count;
    },
  };
}
