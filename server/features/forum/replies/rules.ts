import { createHash } from 'node:crypto';

/** The same words again within this time are the same request, sent twice. */
export const SAME_WITHIN_MS = 60_000;

/** What the same words of the same person have in common. */
export function digestOf(authorId: string, content: string): Buffer {
  return createHash('sha256').update(`${authorId} ${content}`).digest();
}
