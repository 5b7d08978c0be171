import { createHash } from 'node:crypto';

/** What the same words of the same person have in common. */
export const digestOf = (authorId: string, content: string): Buffer =>
  createHash('sha256').update(`${authorId} ${content}`).digest();
