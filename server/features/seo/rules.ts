// Decides which URLs go into the sitemap, and into which of its parts. No I/O.
import { DAY_MS } from '#contract/durations.ts';
import { unsubscribeByMail } from '#contract/notifications/api.ts';
import {
  COMMUNITY_PATH,
  collectionPath,
  elementPath,
  FORUM_REPORTS_PATH,
  pagePatterns,
  profilePath,
  resourcePath,
} from '#contract/paths.ts';
import { xmlText } from '#server/kit/text/xml.ts';
import type { SitemapKind, SitemapRange, SitemapRow } from './queries.ts';

/** The sitemap protocol's maximum number of URLs per file. */
export const PART_MOST = 50_000;
/** Target number of URLs per part. Well below the limit, because some counts are estimates and may grow during a crawl. */
const PART_WANTED = 16_384;
/** A part covers a range of the first four hex digits of the ids. These are random, which keeps the parts about equal in size. */
const RANGES = 0x1_0000;

/** Number of parts for this many URLs: a power of two. */
export function partsFor(addresses: number): number {
  let parts = 1;
  while (parts < RANGES && addresses / parts > PART_WANTED) parts *= 2;
  return parts;
}

export type SitemapPart = { kind: SitemapKind | 'pages'; parts: number; index: number };

export function partName({ kind, parts, index }: SitemapPart): string {
  return `${kind}-${parts}-${index}`;
}

/** Parses a part's name, whose format the contract has already validated. */
export function readPartName(name: string): SitemapPart {
  const [kind, parts, index] = name.split('-');
  return { kind: kind as SitemapPart['kind'], parts: Number(parts), index: Number(index) };
}

/**
 * Whether this part exists when there are `current` parts. Crawlers may return with part names from previous days, so names from
 * when there were half or twice as many parts are accepted too.
 */
export function isPart({ kind, parts, index }: SitemapPart, current: number): boolean {
  if (index >= parts) return false;
  if (kind === 'pages') return parts === 1;
  return parts === current || parts === current * 2 || parts === current / 2;
}

const idAt = (place: number): string => `${place.toString(16).padStart(4, '0')}0000-0000-0000-0000-000000000000`;

/** Range of ids in a part. For a given number of parts, each id is in exactly one of them. */
export function sitemapRangeOf({ parts, index }: Pick<SitemapPart, 'parts' | 'index'>): SitemapRange {
  const width = RANGES / parts;
  return {
    from: index === 0 ? null : idAt(index * width),
    before: index === parts - 1 ? null : idAt((index + 1) * width),
  };
}

const addressOf: Record<SitemapKind, (row: SitemapRow) => string> = {
  // An element has two URLs; this is the canonical one.
  resources: ({ id, name }) => (name ? elementPath(name) : resourcePath(id)),
  profiles: ({ name }) => profilePath(name),
  collections: ({ id }) => collectionPath(id),
  threads: ({ id, name }) => `${COMMUNITY_PATH}/${name}/${id}`,
};

export const SITEMAP_START =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
export const SITEMAP_END = '</urlset>\n';

const urlElement = (address: string, changedAt: Date | null): string =>
  `<url><loc>${xmlText(address)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`;

/** Sitemap entries for rows. `origin` is the site's base URL without a trailing slash. */
export function sitemapLines(origin: string, kind: SitemapKind, rows: readonly SitemapRow[]): string {
  return rows.map((row) => urlElement(origin + addressOf[kind](row), row.changedAt)).join('');
}

export function pageLines(origin: string, paths: readonly string[]): string {
  return paths.map((path) => urlElement(origin + path, null)).join('');
}

/** The sitemap index, listing all parts. */
export function sitemapIndex(origin: string, parts: readonly SitemapPart[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts
    .map((part) => `<sitemap><loc>${xmlText(`${origin}/sitemap.xml?part=${partName(part)}`)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`;
}

/** Pages that require a login or are intermediate steps; not for search engines. */
const CLOSED_PAGES: readonly string[] = [
  ...['/admin', '/dashboard', '/leaker', '/toolbox', '/settings', '/downloads', '/library', '/projects', '/login'],
  ...[
    '/notifications',
    FORUM_REPORTS_PATH,
    unsubscribeByMail.path,
    '/ad-page',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
  ],
];

const isFixed = (pattern: string): boolean => !pattern.includes(':');

/** Static pages anyone can read. */
export const openPages: readonly string[] = pagePatterns.filter(
  (pattern) =>
    isFixed(pattern) && !CLOSED_PAGES.some((closed) => pattern === closed || pattern.startsWith(`${closed}/`)),
);

/**
 * robots.txt (RFC 9309). Each closed page is listed as an exact path, with a query, and with subpaths, because a plain prefix
 * would also match usernames that start with the same letters. Images under /api are embedded in pages, so they may be fetched.
 */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/users/*/avatar',
    'Allow: /api/image-proxy',
    'Disallow: /api/',
    'Disallow: /download/',
    'Disallow: /direct-download/',
    'Disallow: /_ui$',
    ...CLOSED_PAGES.flatMap((path) => [`Disallow: ${path}$`, `Disallow: ${path}?`, `Disallow: ${path}/`]),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** How long security.txt is valid. RFC 9116 recommends less than a year. */
const SECURITY_DAYS = 180;

/** A support contact as a URI for RFC 9116; null if it is neither a URL nor an email. */
const contactUri = (contact: string | null): string | null => {
  const given = contact?.trim() ?? '';
  if (/^https:\/\/\S+$/i.test(given) && URL.canParse(given)) return given;
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(given)) return `mailto:${given}`;
  return null;
};

/** security.txt (RFC 9116). The expiry is rounded to a full day, so that the text changes only once a day. */
export function securityText(origin: string, contact: string | null, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + SECURITY_DAYS) * DAY_MS);
  const own = contactUri(contact);
  return [
    ...(own ? [`Contact: ${own}`] : []),
    `Contact: ${origin}/report`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/report`,
    '',
  ].join('\n');
}
