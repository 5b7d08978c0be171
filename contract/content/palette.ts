// The command palette's search: a few assets, people and threads for the first letters of something (next.md SH-7²).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { PALETTE_MAX_CHARACTERS, PALETTE_MIN_CHARACTERS } from './limits.ts';

const place = z.object({ name: z.string(), slug: z.string() });

export const foundAsset = z.object({
  id: uuid,
  title: z.string(),
  type: z.string(),
  author: z.string(),
  isPremium: z.boolean(),
  thumbnailUrl: z.string(),
  /** Average colour of the thumbnail as `#rrggbb`; null if unknown. */
  thumbnailColor: z.string().nullable(),
});
export type FoundAsset = z.infer<typeof foundAsset>;

export const foundPerson = z.object({ username: z.string(), uploads: z.int() });
export type FoundPerson = z.infer<typeof foundPerson>;

export const foundThread = z.object({
  id: uuid,
  title: z.string(),
  /** Number of posts that are not removed, without the first. */
  replies: z.int(),
  category: place,
  subCategory: place,
});
export type FoundThread = z.infer<typeof foundThread>;

export const searchSite = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'visitor',
  summary:
    'Finds public assets, people and threads for the beginning of a word, a few of each, best match first. ' +
    'Typing errors are corrected if nothing matches exactly.',
  query: z.strictObject({
    text: cleanText(PALETTE_MAX_CHARACTERS)
      .trim()
      .min(PALETTE_MIN_CHARACTERS, `Enter at least ${PALETTE_MIN_CHARACTERS} characters.`),
  }),
  reply: z.object({
    assets: z.array(foundAsset),
    people: z.array(foundPerson),
    threads: z.array(foundThread),
    /** The text with typing errors corrected; null if nothing was corrected. */
    corrected: z.string().nullable(),
  }),
  fallback: 'The search failed. Check your connection and try again.',
});
export type SiteHits = z.infer<(typeof searchSite)['reply']>;
