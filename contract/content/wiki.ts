// The wiki: its sections and their parts, and the wiki search (specification, section 2; product.md WI-1).
import { z } from 'zod';
import { cleanText, endpoint } from '#contract/http.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { WIKI_SECTIONS } from './limits.ts';

/** Content below one heading. In the section `faq`, the heading is a question and the rest its answer. */
const wikiPart = z.object({
  /** Id of the heading on the page; starts with the section's slug. */
  id: z.string(),
  title: z.string(),
  /** Rendered and sanitised by the server. */
  html: z.string(),
});
export type WikiPart = z.infer<typeof wikiPart>;

const wikiSection = z.object({
  slug: z.enum(WIKI_SECTIONS),
  title: z.string(),
  /** Content before the first part, as HTML. */
  html: z.string(),
  parts: z.array(wikiPart),
});
export type WikiSection = z.infer<typeof wikiSection>;

export const wiki = z.object({ sections: z.array(wikiSection) });
export type Wiki = z.infer<typeof wiki>;

export const getWiki = endpoint({
  method: 'GET',
  path: '/api/wiki',
  access: 'visitor',
  summary: 'Returns the wiki: six sections in order, as HTML.',
  reply: wiki,
  fallback: 'Failed to load data',
});

const wikiHit = z.object({
  /** Id on the page: of a part, or of the section for content before its first part. */
  id: z.string(),
  title: z.string(),
  section: z.string(),
  /** Text around the matches, in pieces; `isHit` marks the matches. */
  excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
});
export type WikiHit = z.infer<typeof wikiHit>;

export const searchWiki = endpoint({
  method: 'GET',
  path: '/api/wiki/search',
  access: 'visitor',
  summary: 'Searches the wiki for parts that contain all the words, in any order and any case; best matches first.',
  query: z.strictObject({ search: cleanText(SEARCH_MAX_CHARACTERS).optional() }),
  reply: z.object({ hits: z.array(wikiHit) }),
  fallback: 'Wiki search failed. Please try again.',
});
