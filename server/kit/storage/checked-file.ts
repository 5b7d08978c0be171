/** Verifies a file's CRC-32 while it is read, so that corrupt content is never mistaken for the complete file. */

import { crc32 } from 'node:zlib';
import { DamagedContent } from './errors.ts';
import type { StoredFile } from './storage.ts';

/**
 * Wraps a file so that sequential reads are verified. A reader that reads the whole file in order gets the last bytes only if the
 * checksum matches.
 * @throws DamagedContent from the last read if it does not match
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
      if (summed === file.size && sum !== expected) throw new DamagedContent(`${what} does not match its checksum`);
      return count;
    },
  };
}
