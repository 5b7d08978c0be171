// Which addresses search engines are told of, and in which files. No I/O.
import { DAY_MS } from '#contract/durations.ts';
import {
  COMMUNITY_PATH,
  collectionPath,
  elementPath,
  pagePatterns,
  profilePath,
  resourcePath,
} from '#contract/paths.ts';
import { xmlText } from '#server/kit/text/xml.ts';
import type { SitemapKind, SitemapRange, SitemapRow } from './queries.ts';

/** The protocol's limit of one file. */
export const PART_MOST = 50_000;
/** What a part should have: far below the limit, because some sizes are estimates and grow while others read. */
const PART_WANTED = 16_384;
/** Parts are ranges of the first four hexadecimal digits of an id, which are random. */
const RANGES = 0x1_0000;

/** Into how many parts so many addresses are put: a power of two. */
export function partsFor(addresses: number): number {
  let parts = 1;
  while (parts < RANGES && addresses / parts > PART_WANTED) parts *= 2;
  return parts;
}

export type SitemapPart = { kind: SitemapKind | 'pages'; parts: number; index: number };

export function partName({ kind, parts, index }: SitemapPart): string {
  return `${kind}-${parts}-${index}`;
}

/** Reads a part's name, whose form the contract has checked. */
export function readPartName(name: string): SitemapPart {
  const [kind, parts, index] = name.split('-');
  return { kind: kind as SitemapPart['kind'], parts: Number(parts), index: Number(index) };
}

/**
 * Whether there is such a part while so many parts are right. Crawlers come back with the names of the last days: half and
 * twice as many are right too.
 */
export function isPart({ kind, parts, index }: SitemapPart, current: number): boolean {
  if (index >= parts) return false;
  if (kind === 'pages') return parts === 1;
  return parts === current || parts === current * 2 || parts === current / 2;
}

const idAt = (place: number): string => `${place.toString(16).padStart(4, '0')}0000-0000-0000-0000-000000000000`;

/** The ids that belong to a part; all parts of a number together have each id once. */
export function sitemapRangeOf({ parts, index }: Pick<SitemapPart, 'parts' | 'index'>): SitemapRange {
  const width = RANGES / parts;
  return {
    from: index === 0 ? null : idAt(index * width),
    before: index === parts - 1 ? null : idAt((index + 1) * width),
  };
}

const addressOf: Record<SitemapKind, (row: SitemapRow) => string> = {
  // The same element has two addresses; this one counts.
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

/** The lines of some rows. `origin` is the site's own address without a slash at its end. */
export function sitemapLines(origin: string, kind: SitemapKind, rows: readonly SitemapRow[]): string {
  return rows.map((row) => urlElement(origin + addressOf[kind](row), row.changedAt)).join('');
}

export function pageLines(origin: string, paths: readonly string[]): string {
  return paths.map((path) => urlElement(origin + path, null)).join('');
}

/** The index of all parts. */
export function sitemapIndex(origin: string, parts: readonly SitemapPart[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts
    .map((part) => `<sitemap><loc>${xmlText(`${origin}/sitemap.xml?part=${partName(part)}`)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`;
}

/** Pages that one has to sign in for, and steps on the way to something else: nothing for search engines. */
const CLOSED_PAGES: readonly string[] = [
  ...['/admin', '/dashboard', '/leaker', '/toolbox', '/settings', '/downloads', '/login'],
  ...['/ad-page', '/forgot-password', '/reset-password', '/verify-email'],
];

const isFixed = (pattern: string): boolean => !pattern.includes(':');

/** The pages of fixed addresses that everybody can read. */
export const openPages: readonly string[] = pagePatterns.filter(
  (pattern) =>
    isFixed(pattern) && !CLOSED_PAGES.some((closed) => pattern === closed || pattern.startsWith(`${closed}/`)),
);

/**
 * robots.txt (RFC 9309). A closed page is named with its end, its query and what lies below it: somebody's profile may begin
 * with the same letters. Pictures under /api are parts of pages, so they may be fetched.
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

/** RFC 9116 asks for less than a year. */
const SECURITY_DAYS = 180;

/** A support contact as an address that RFC 9116 knows; null for words that are none. */
const contactUri = (contact: string | null): string | null => {
  const given = contact?.trim() ?? '';
  if (/^https:\/\/\S+$/i.test(given) && URL.canParse(given)) return given;
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(given)) return `mailto:${given}`;
  return null;
};

/** security.txt (RFC 9116). The day of its end is whole, so that the text is the same for a day. */
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
