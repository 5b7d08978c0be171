// SHA-256 for files of any size. `crypto.subtle` needs the whole file in memory; @noble/hashes accepts chunks.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Computes the SHA-256 of a file in the browser, in hex. After every chunk, `onProgress` receives the fraction read so far (0 to
 * 1). If it returns false, the calculation is cancelled and the result is null. Rejects if the file cannot be read.
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
