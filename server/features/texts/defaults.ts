// The texts that come with the site: content/<slug>.md, read once.
import { readFile } from 'node:fs/promises';
import { TEXT_SLUGS, type TextSlug } from '#contract/limits.ts';
import { keepSiteParts, type SiteParts } from '../../kit/site-parts.ts';

const folder = new URL('../../../content/', import.meta.url);

/** What the pages are called. */
export const textTitles: Record<TextSlug, string> = {
  terms: 'Terms of use',
  faq: 'Questions and answers',
  privacy: 'Privacy',
  report: 'Report a problem',
};

const read = new Map<TextSlug, string>();

/** The text that comes with the site, with the passages that are so on this one. */
export const defaultText = async (slug: TextSlug, parts: SiteParts): Promise<string> => {
  const text = read.get(slug) ?? (await readFile(new URL(`${slug}.md`, folder), 'utf8'));
  read.set(slug, text);
  return keepSiteParts(text, parts);
};

export const isTextSlug = (slug: string): slug is TextSlug => (TEXT_SLUGS as readonly string[]).includes(slug);
