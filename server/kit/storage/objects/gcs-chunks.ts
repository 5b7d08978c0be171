/** Cuts what is sent to Google Cloud Storage into chunks, which a session asks for in one size. */

/** The bytes of a source in pieces of one size, the last one smaller. What comes in that size is passed on as it is. */
export async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, undefined> {
  let chunk: Buffer | null = null;
  let filled = 0;
  for await (const piece of source) {
    if (chunk === null && piece.byteLength === size) {
      yield Buffer.from(piece.buffer, piece.byteOffset, size);
      continue;
    }
    for (let at = 0; at < piece.byteLength; ) {
      chunk ??= Buffer.allocUnsafeSlow(size);
      const count = Math.min(piece.byteLength - at, size - filled);
      chunk.set(piece.subarray(at, at + count), filled);
      at += count;
      filled += count;
      if (filled < size) continue;
      yield chunk;
      chunk = null;
      filled = 0;
    }
  }
  if (chunk) yield chunk.subarray(0, filled);
  return undefined;
}
