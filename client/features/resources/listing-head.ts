// Document head of the listing, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Failure, Head } from '#client/kit/data/page.ts';
import { NO_NEIGHBOURS, pageNeighbours } from '#client/kit/data/page-neighbours.ts';
import { itemList, thing, trail } from '#client/kit/text/structured-data.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { listResources } from '#contract/resources/api.ts';
import { pageCard } from '#contract/seo/og-images.ts';
import { stepOf } from './elements-head.ts';
import { type ListingQuery, listingHref } from './listing-query.ts';

const LISTING = 'Editing Assets';
const DESCRIPTION =
  'Browse, search and download presets, LUTs, overlays, titles, sounds and 3D assets for video editors.';

/** Description of the active search or filters; undefined if there are none. */
const subjectOf = ({ search, category, tag, editor, type }: ListingQuery): string | undefined => {
  if (search) return `"${search}"`;
  const kind = category && category.charAt(0).toUpperCase() + category.slice(1);
  return [kind, type, tag, editor].filter(Boolean).join(', ') || undefined;
};

export function listingTitle({ site }: AppContext, query: ListingQuery, failure: Failure | null): string {
  const page = query.page && query.page !== '1' ? `Page ${query.page}` : undefined;
  const parts = failure ? [] : [subjectOf(query), page];
  return [LISTING, ...parts, site.siteName].filter(Boolean).join(' - ');
}

/**
 * The filters whose results search engines should index as separate pages. Sorting and media filters only produce variants of a
 * listing.
 */
const ownPage = ({ category, tag, editor, type }: ListingQuery): ListingQuery => ({
  ...(category ? { category } : {}),
  ...(tag ? { tag } : {}),
  ...(editor ? { editor } : {}),
  ...(type ? { type } : {}),
});

const isOwnPage = ({
  search,
  licence,
  resolution,
  fps,
  length,
  alpha,
  loop,
  tempo,
  key,
  sort,
}: ListingQuery): boolean =>
  [search, licence, resolution, fps, length, alpha, loop, tempo, key].every((value) => !value) &&
  (!sort || sort === 'newest');

type Listed = ReplyOf<typeof listResources>;

export function listingHead(
  context: AppContext,
  query: ListingQuery,
  listed: Listed | undefined,
  failure: Failure | null,
): Head {
  const { site, origin } = context;
  const title = listingTitle(context, query, failure);
  if (!listed) return { title, canonical: null };
  const own = ownPage(query);
  const isOwn = isOwnPage(query);
  const { currentPage, limit } = listed.pagination;
  const at = (page: number): string => listingHref(own, { page });
  const subject = subjectOf(own);
  const isNothing = listed.resources.length === 0 && Object.values(query).some(Boolean);
  return {
    title,
    description: subject ? `${subject}: ${DESCRIPTION}` : DESCRIPTION,
    card: pageCard('resources'),
    // Search results and empty listings are not indexed. With a non-default sort order, the canonical URL is the default one.
    canonical: query.search || isNothing ? null : at(isOwn ? currentPage : 1),
    ...(isOwn ? pageNeighbours(listed.pagination, at) : NO_NEIGHBOURS),
    jsonLd: [
      thing('CollectionPage', {
        name: title,
        url: origin + at(isOwn ? currentPage : 1),
        mainEntity: itemList(origin, listed.resources.map(stepOf), (currentPage - 1) * limit),
      }),
      trail(
        origin,
        site.siteName,
        { name: LISTING, path: '/resources' },
        ...(subject ? [{ name: subject, path: at(1) }] : []),
      ),
    ],
  };
}
