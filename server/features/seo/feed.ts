// RSS 2.0 feed of new resources. No I/O.

import { profilePath, resourcePath } from '#contract/paths.ts';
import { thumbnailUrl } from '#server/features/resources/public.ts';
import { xmlText } from '#server/kit/text/xml.ts';
import type { FeedRow } from './queries.ts';

export type FeedSite = { siteName: string; siteDescription: string; origin: string };

const PICTURE_WIDTH = 640;

/** Removes duplicates, ignoring case. */
const distinct = (words: readonly string[]): string[] => {
  const plain = words.map((word) => word.toLowerCase());
  return words.filter((_, place) => plain.indexOf(plain[place] ?? '') === place);
};

const item = (row: FeedRow, origin: string): string => {
  const address = origin + resourcePath(row.id);
  const picture = origin + thumbnailUrl(row.thumbnailKey, PICTURE_WIDTH);
  const categories = distinct([row.type || row.category, ...row.tags]);
  return `<item>
<title>${xmlText(row.title)}</title>
<link>${xmlText(address)}</link>
<guid isPermaLink="false">${xmlText(`urn:uuid:${row.id}`)}</guid>
<pubDate>${row.approvedAt?.toUTCString() ?? ''}</pubDate>
<dc:creator>${xmlText(row.author)}</dc:creator>
${categories.map((category) => `<category>${xmlText(category)}</category>\n`).join('')}<description>${xmlText(
    row.description || `${row.title} for ${row.editor}, by ${row.author}.`,
  )}</description>
<media:thumbnail url="${xmlText(picture)}"/>
</item>
`;
};

/** Feed of new resources, of all leakers or of one leaker. Expects the rows newest first. */
export function feedXml(
  { siteName, siteDescription, origin }: FeedSite,
  rows: readonly FeedRow[],
  author: string | null,
): string {
  const self = `${origin}/feed.xml${author === null ? '' : `?author=${encodeURIComponent(author)}`}`;
  const title = author === null ? `New resources on ${siteName}` : `New resources by ${author} on ${siteName}`;
  const home = author === null ? `${origin}/resources` : origin + profilePath(author);
  const newest = rows[0]?.approvedAt;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xmlText(title)}</title>
<link>${xmlText(home)}</link>
<description>${xmlText(siteDescription || title)}</description>
<language>en</language>
<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n` : ''}${rows.map((row) => item(row, origin)).join('')}</channel>
</rss>
`;
}
