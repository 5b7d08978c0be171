// Titles and metadata of the request form and the board, for search engines and link previews.

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
    description: "Request presets, LUTs, overlays or sounds you can't find here, and see what others are looking for.",
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
  // With a non-default sort order, the canonical URL is the first page in the default order.
  const isOwn = !query.sort && !query.search && !query.mine;
  const isNothing = requests.length === 0 && Object.values(query).some(Boolean);
  return {
    title,
    description: 'See what editors are looking for, vote for what you need, and find out what has been added.',
    card: pageCard('requests'),
    // Personal lists, search results and empty lists are not indexed.
    canonical: query.search || query.mine || isNothing ? null : at(isOwn ? currentPage : 1),
    ...(isOwn ? pageNeighbours(pagination, at) : NO_NEIGHBOURS),
    jsonLd: [
      thing('CollectionPage', { name: title, url: origin + at(currentPage) }),
      trail(origin, site.siteName, { name: 'Requests', path: BOARD_PATH }),
    ],
  };
}
