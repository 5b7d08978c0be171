import { getWiki, searchWiki } from '#client/features/content/wiki/api.ts';
import { read } from '#client/kit/data/query.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

export const WIKI_PATH = '/wiki';

export const wikiRead = read(getWiki, {});

/** The search text in a URL; '' if the URL has no search. */
export function searchOf(query: URLSearchParams): string {
  return (query.get('search') ?? '').trim().slice(0, SEARCH_MAX_CHARACTERS);
}

export function hitsRead(search: string) {
  return read(searchWiki, { query: { search } });
}

/** URL of an anchor in the wiki. */
export function wikiPlace(id: string): string {
  return `${WIKI_PATH}#${id}`;
}
