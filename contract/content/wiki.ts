// The wiki's sections and parts, and the wiki search (specification, section 2; product.md WI-1).
import { z } from 'zod';
import { cleanText, endpoint } from '#contract/http.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { WIKI_SECTIONS } from './limits.ts';

/** A heading and its content. In the `faq` section, the heading is a question and the content its answer. */
const wikiPart = z.object({
  /** Anchor of the heading on the page; starts with the section's slug. */
  id: z.string(),
  title: z.string(),
  /** HTML rendered and sanitised by the server. */
  html: z.string(),
});
export type WikiPart = z.infer<typeof wikiPart>;

const wikiSection = z.object({
  slug: z.enum(WIKI_SECTIONS),
  title: z.string(),
  /** HTML of the section's introduction, which comes before its first heading. */
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
  summary: 'Returns the six sections of the wiki in order, as HTML.',
  reply: wiki,
  fallback: 'Failed to load data',
});

const wikiHit = z.object({
  /** Anchor of the part that contains the match, or of the section if the match is in the section's introduction. */
  id: z.string(),
  title: z.string(),
  section: z.string(),
  /** Text around the matches, split into segments; `isHit` marks the matches. */
  excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
});
export type WikiHit = z.infer<typeof wikiHit>;

export const searchWiki = endpoint({
  method: 'GET',
  path: '/api/wiki/search',
  access: 'visitor',
  summary:
    'Searches the wiki for passages that contain all the search words, in any order and regardless of case. Best matches come first.',
  query: z.strictObject({ search: cleanText(SEARCH_MAX_CHARACTERS).optional() }),
  reply: z.object({ hits: z.array(wikiHit) }),
  fallback: 'Wiki search failed. Please try again.',
});
