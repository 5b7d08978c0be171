// The wiki's texts that come with the site: content/wiki/<section>.md, read once.
import { readFile } from 'node:fs/promises';
import { WIKI_SECTIONS, type WikiSlug } from '#contract/limits.ts';

const folder = new URL('../../../content/wiki/', import.meta.url);

/** A section's Markdown as it is written. */
export type WikiSource = { slug: WikiSlug; markdown: string };

const readAll = (): Promise<WikiSource[]> =>
  Promise.all(
    WIKI_SECTIONS.map(async (slug) => ({ slug, markdown: await readFile(new URL(`${slug}.md`, folder), 'utf8') })),
  );

let read: Promise<WikiSource[]> | null = null;

/** All sections in their order. */
export const wikiTexts = (): Promise<WikiSource[]> => {
  read ??= readAll().catch((error: unknown) => {
    // For now only: a disk that is back is asked again.
    read = null;
    throw error;
  });
  return read;
};
