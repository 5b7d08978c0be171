// The texts that come with the site: content/<slug>.md, read once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEXT_SLUGS, type TextSlug } from '#contract/content/limits.ts';
import type { Config } from '#server/config.ts';
import { keepSiteParts, type SiteParts } from '#server/platform/site-parts.ts';

/** What the pages are called. */
export const textTitles: Record<TextSlug, string> = {
  terms: 'Terms of use',
  faq: 'Questions and answers',
  privacy: 'Privacy',
  report: 'Report a problem',
};

/** By their paths; what could not be read is asked for again. */
const read = new Map<string, string>();

/**
 * The text that comes with the site, with the passages that are so on this one.
 * @throws what the disk threw
 */
export async function defaultText(
  slug: TextSlug,
  { projectDir }: Pick<Config, 'projectDir'>,
  parts: SiteParts,
): Promise<string> {
  const path = join(projectDir, 'content', `${slug}.md`);
  const text = read.get(path) ?? (await readFile(path, 'utf8'));
  read.set(path, text);
  return keepSiteParts(text, parts);
}

export function isTextSlug(slug: string): slug is TextSlug {
  return (TEXT_SLUGS as readonly string[]).includes(slug);
}
