// What the page reads of the wiki.

import { getWiki, searchWiki } from '#client/features/content/wiki/api.ts';
import { read } from '#client/kit/data/query.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

export const WIKI_PATH = '/wiki';

export const wikiRead = read(getWiki, {});

/** What an address searches; '' for none. */
export function searchOf(query: URLSearchParams): string {
  return (query.get('search') ?? '').trim().slice(0, SEARCH_MAX_CHARACTERS);
}

export function hitsRead(search: string) {
  return read(searchWiki, { query: { search } });
}

/** Address of a place of the wiki, by its id. */
export function wikiPlace(id: string): string {
  return `${WIKI_PATH}#${id}`;
}
