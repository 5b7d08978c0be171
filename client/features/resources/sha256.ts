// SHA-256 of files of any size. `crypto.subtle` needs the whole file in memory, @noble/hashes accepts chunks.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a file in the browser, in hex. `onProgress` receives the fraction read so far, 0 to 1, after every chunk,
 * and cancels by returning false; the result is then null. Rejects if the file cannot be read.
 */
export async function sha256OfBlob(blob: Blob, onProgress: (share: number) => boolean): Promise<string | null> {
  const hash = sha256.create();
  const reader = blob.stream().getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
    read += value.length;
    if (onProgress(read / blob.size)) continue;
    await reader.cancel();
    return null;
  }
}
