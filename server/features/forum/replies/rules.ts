import { createHash } from 'node:crypto';

/** Within this time, the same text by the same author is treated as one request that was sent twice. */
export const SAME_WITHIN_MS = 60_000;

/** Hash of author and text, to recognise a reply that was sent twice. */
export function digestOf(authorId: string, content: string): Buffer {
  return createHash('sha256').update(`${authorId} ${content}`).digest();
}
