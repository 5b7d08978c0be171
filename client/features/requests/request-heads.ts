// What search engines and shared links read of asking for resources, and of the board.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { NO_NEIGHBOURS, pageNeighbours } from '#client/kit/data/page-neighbours.ts';
import { loadedOf } from '#client/kit/data/query.ts';
import { thing, trail } from '#client/kit/text/structured-data.ts';
import { pageCard } from '#contract/seo/og-images.ts';
import { BOARD_PATH, type BoardQuery, boardHref, boardRead } from './board-query.ts';

const REQUEST_PATH = '/request';

export function requestTitle({ site }: AppContext): string {
  return `Request a resource - ${site.siteName}`;
}

export function requestHead(context: AppContext): Head {
  return {
    title: requestTitle(context),
    description: 'Ask for presets, LUTs, overlays or sounds that you miss here, and see what others are looking for.',
    canonical: REQUEST_PATH,
    card: pageCard('request'),
    jsonLd: trail(
      context.origin,
      context.site.siteName,
      { name: 'Requests', path: BOARD_PATH },
      { name: 'Request a resource', path: REQUEST_PATH },
    ),
  };
}

export function boardTitle({ site }: AppContext, { status, page }: BoardQuery): string {
  return ['Requests', status, page && `Page ${page}`, site.siteName].filter(Boolean).join(' - ');
}

export function boardHead(context: AppContext, query: BoardQuery): Head {
  const { site, origin } = context;
  const title = boardTitle(context, query);
  const board = loadedOf(context, boardRead(query));
  if (!board) return { title, canonical: null };
  const { requests, pagination } = board;
  const { currentPage } = pagination;
  const own: BoardQuery = query.status ? { status: query.status } : {};
  const at = (page: number): string => boardHref(own, { page });
  // Another order counts for the first page of the usual one; somebody's own and results of a search are no page at all.
  const isOwn = !query.sort && !query.search && !query.mine;
  const isNothing = requests.length === 0 && Object.values(query).some(Boolean);
  return {
    title,
    description: 'What editors are looking for: vote for what you need too, and see what has been found.',
    card: pageCard('requests'),
    // Somebody's own, results of a search and lists of nothing are no pages for search engines.
    canonical: query.search || query.mine || isNothing ? null : at(isOwn ? currentPage : 1),
    ...(isOwn ? pageNeighbours(pagination, at) : NO_NEIGHBOURS),
    jsonLd: [
      thing('CollectionPage', { name: title, url: origin + at(currentPage) }),
      trail(origin, site.siteName, { name: 'Requests', path: BOARD_PATH }),
    ],
  };
}
