/** Copies bytes of a stored file to a response with two large buffers: one is filled while the other is being sent. */

import type { ServerResponse } from 'node:http';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { StoredFile } from '#server/kit/storage/storage.ts';

const BUFFER_BYTES = 1024 * 1024;
const MAX_POOLED_BUFFERS = 32;

const pool: Buffer[] = [];

/**
 * Sends bytes `start` to `end` (exclusive) and returns how many the connection accepted, which is fewer if the client
 * disconnected. Memory use does not depend on the file size: at most 2 MiB per call. Throws `FileMissing` when the file is
 * shorter than `end`.
 */
export async function pumpFile(
  file: StoredFile,
  response: ServerResponse,
  start: number,
  end: number,
): Promise<number> {
  const buffers: [Buffer | null, Buffer | null] = [null, null];
  let turn: 0 | 1 = 0;
  let position = start;
  let taken = start;
  let sending: Promise<boolean> = Promise.resolve(true);
  while (position < end) {
    const buffer: Buffer = buffers[turn] ?? takeBuffer();
    buffers[turn] = buffer;
    const chunk = buffer.subarray(0, Math.min(BUFFER_BYTES, end - position));
    const bytesRead = await file.read(chunk, position);
    if (!(await sending)) return taken - start;
    taken = position;
    if (bytesRead < chunk.length) throw new FileMissing(`the file ended at byte ${position + bytesRead}, not ${end}`);
    sending = send(response, chunk);
    position += chunk.length;
    turn = turn === 0 ? 1 : 0;
  }
  if (!(await sending)) return taken - start;
  // The buffers are returned only here, not at the early exits above. After a connection breaks, the system may still be reading
  // from a buffer, and its next user would overwrite the content.
  for (const buffer of buffers) returnBuffer(buffer);
  return end - start;
}

function takeBuffer(): Buffer {
  return pool.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

function returnBuffer(buffer: Buffer | null): void {
  if (buffer && pool.length < MAX_POOLED_BUFFERS) pool.push(buffer);
}

/**
 * Sends a chunk; resolves to false when the connection has closed. Never rejects, so the next read can start without awaiting it.
 */
function send(response: ServerResponse, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve(false);
      return;
    }
    // A response queued behind another on its connection gets no write callback when the connection closes.
    const onClose = () => resolve(false);
    response.once('close', onClose);
    response.write(chunk, (error) => {
      response.off('close', onClose);
      resolve(!error);
    });
  });
}
