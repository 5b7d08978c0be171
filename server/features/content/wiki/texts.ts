// The wiki's texts that come with the site: content/wiki/<section>.md, read once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WIKI_SECTIONS, type WikiSlug } from '#contract/content/limits.ts';
import type { Config } from '#server/config.ts';

/** A section's Markdown as it is written. */
export type WikiSource = { slug: WikiSlug; markdown: string };

/** Returns what reads all sections in their order; a reading that failed is not kept, so a disk that is back is asked again. */
export function createWikiTexts({ projectDir }: Pick<Config, 'projectDir'>): () => Promise<WikiSource[]> {
  const readSection = async (slug: WikiSlug): Promise<WikiSource> => ({
    slug,
    markdown: await readFile(join(projectDir, 'content', 'wiki', `${slug}.md`), 'utf8'),
  });
  let read: Promise<WikiSource[]> | null = null;
  return () => {
    read ??= Promise.all(WIKI_SECTIONS.map(readSection)).catch((error: unknown) => {
      read = null;
      throw error;
    });
    return read;
  };
}
