// The wiki's Markdown, read once from content/wiki/<section>.md.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WIKI_SECTIONS, type WikiSlug } from '#contract/content/limits.ts';
import type { Config } from '#server/config.ts';

export type WikiSource = { slug: WikiSlug; markdown: string };

/** Returns a function that reads all sections in order. A failed read is not cached, so it is retried. */
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
