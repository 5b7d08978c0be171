// The default text of each page, from content/<slug>.md. Each file is read once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEXT_SLUGS, type TextSlug } from '#contract/content/limits.ts';
import type { Config } from '#server/config.ts';
import { keepSiteParts, type SiteParts } from '#server/platform/site-parts.ts';

export const textTitles: Record<TextSlug, string> = {
  terms: 'Terms of use',
  faq: 'Questions and answers',
  privacy: 'Privacy',
  report: 'Report a problem',
};

/** Cached file contents by path. A failed read is not cached, so it is retried. */
const read = new Map<string, string>();

/**
 * The default text, reduced to the passages that apply to this site.
 * @throws the file system error if the file cannot be read
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
