import { createHash } from 'node:crypto';

/** Within this time, the same text from the same author is treated as the same request, sent twice. */
export const SAME_WITHIN_MS = 60_000;

/** Hash that is equal for the same text by the same author. */
export function digestOf(authorId: string, content: string): Buffer {
  return createHash('sha256').update(`${authorId} ${content}`).digest();
}
