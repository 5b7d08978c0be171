// The wiki: its sections with their parts, and the search in it (specification, section 2; product.md WI-1).
import { z } from 'zod';
import { cleanText, endpoint } from '#contract/http.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { WIKI_SECTIONS } from './limits.ts';

/** What stands under one heading; in the section `faq` the heading is a question and the rest its answer. */
const wikiPart = z.object({
  /** Id of the heading on the page, which begins with the section's. */
  id: z.string(),
  title: z.string(),
  /** Rendered and cleaned by the server. */
  html: z.string(),
});
export type WikiPart = z.infer<typeof wikiPart>;

const wikiSection = z.object({
  slug: z.enum(WIKI_SECTIONS),
  title: z.string(),
  /** What stands before the first part, as HTML. */
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
  summary: 'The wiki: six sections in their order, as HTML.',
  reply: wiki,
  fallback: 'Failed to load data',
});

const wikiHit = z.object({
  /** Id on the page: of a part, or of the section for what stands before its parts. */
  id: z.string(),
  title: z.string(),
  section: z.string(),
  /** A passage around the words, in pieces; `isHit` marks those that were searched. */
  excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
});
export type WikiHit = z.infer<typeof wikiHit>;

export const searchWiki = endpoint({
  method: 'GET',
  path: '/api/wiki/search',
  access: 'visitor',
  summary: 'Parts of the wiki that have all the words, in any order and spelled in any case; the best come first.',
  query: z.strictObject({ search: cleanText(SEARCH_MAX_CHARACTERS).optional() }),
  reply: z.object({ hits: z.array(wikiHit) }),
  fallback: 'The wiki could not be searched.',
});
