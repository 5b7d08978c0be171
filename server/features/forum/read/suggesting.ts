import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { findTitled, findTitledAlike, type TitledRow } from './queries/titles.ts';

/** Shorter texts resemble too many titles. */
const LEAST_ALIKE_CHARACTERS = 4;

/**
 * Threads for a text that someone is typing. If no title has its words, tries `corrected` (the text as the catalogue's vocabulary
 * corrects it), then new threads with similar titles.
 */
export async function suggestThreads(
  db: Kysely<DB>,
  { text, corrected, limit }: { text: string; corrected: string | null; limit: number },
): Promise<TitledRow[]> {
  const found = await findTitled(db, text, limit);
  if (found.length > 0) return found;
  const others = corrected === null ? [] : await findTitled(db, corrected, limit);
  if (others.length > 0 || text.length < LEAST_ALIKE_CHARACTERS) return others;
  return findTitledAlike(db, text, limit);
}
