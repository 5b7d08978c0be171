// SHA-256 of local files. Small files go to the browser's own implementation, which is the fastest but needs a file in memory.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const IN_MEMORY_MAX_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 8 * 1024 * 1024;

/**
 * Computes the SHA-256 of a file, in hex. `onRead` receives the bytes of each piece; the next one waits until it resolves, which is how a
 * check pauses inside a large file. Rejects if the file can't be read or has changed since it was opened.
 */
export async function hashFile(file: Blob, onRead: (bytes: number) => Promise<void> | void): Promise<string> {
  // `crypto.subtle` is missing on sites without HTTPS.
  if (file.size <= IN_MEMORY_MAX_BYTES && globalThis.crypto?.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    await onRead(file.size);
    return bytesToHex(new Uint8Array(digest));
  }
  const hash = sha256.create();
  const pieceAt = (at: number) => file.slice(at, at + PIECE_BYTES).arrayBuffer();
  let coming = pieceAt(0);
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await coming);
    // The next piece is read while this one is hashed. A failure is thrown by the next round.
    coming = pieceAt(at + PIECE_BYTES);
    coming.catch(() => {});
    hash.update(piece);
    await onRead(piece.length);
  }
  return bytesToHex(hash.digest());
}
