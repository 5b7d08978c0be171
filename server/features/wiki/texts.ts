// The wiki's texts that come with the site: content/wiki/<section>.md, read once.
import { readFile } from 'node:fs/promises';
import { WIKI_SECTIONS } from '#contract/limits.ts';
import { readSection, type WikiText } from './rules.ts';

const folder = new URL('../../../content/wiki/', import.meta.url);

const readAll = (): Promise<WikiText[]> =>
  Promise.all(
    WIKI_SECTIONS.map(async (slug) => readSection(slug, await readFile(new URL(`${slug}.md`, folder), 'utf8'))),
  );

let read: Promise<WikiText[]> | null = null;

/** All sections in their order. */
export const wikiTexts = (): Promise<WikiText[]> => {
  read ??= readAll();
  return read;
};
