// Addresses of the site's pages, built in one place. Reserved usernames are derived from this table.

/** Every page of the product by its route pattern (specification, section 2). A username may never be a first segment. */
export const pagePatterns = [
  '/',
  '/elements',
  '/elements/:slug',
  '/profile/:username',
  '/resources',
  '/resources/:resourceId',
  '/leaker',
  '/dashboard',
  '/admin',
  '/admin/settings/*',
  '/toolbox',
  '/premium',
  '/wiki',
  '/community',
  '/login',
  '/ad-page',
  '/request',
  '/requests',
  '/terms',
  '/faq',
  '/privacy',
  '/report',
  '/settings',
  '/downloads',
  '/collections/:id',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
] as const;

/** The listing's own parameters in the order in which its addresses have them, but for `page`. */
export const listingKeys = [
  'search',
  'category',
  'tag',
  'editor',
  'type',
  'licence',
  'resolution',
  'fps',
  'length',
  'alpha',
  'loop',
  'sort',
] as const;

type ListingFilter = { [key in (typeof listingKeys)[number]]?: string } & { page?: number };

/** Address of the listing with its filters; empty ones and page 1 are left out (specification, section 4). */
export const listingPath = (filter: ListingFilter = {}): string => {
  const query = new URLSearchParams();
  for (const key of listingKeys) {
    const value = filter[key];
    if (value) query.set(key, value);
  }
  if (filter.page && filter.page > 1) query.set('page', String(filter.page));
  const text = query.toString();
  return text ? `/resources?${text}` : '/resources';
};

export const resourcePath = (id: string): string => `/resources/${id}`;
export const elementPath = (slug: string): string => `/elements/${slug}`;
export const profilePath = (username: string): string => `/${username}`;
export const avatarPath = (username: string): string => `/api/users/${username}/avatar`;

const fileQuery = (file: string | undefined): string => (file === undefined ? '' : `?file=${encodeURIComponent(file)}`);

/** Where a free download starts for somebody who sees ads (product.md DL-3). */
export const downloadPath = (id: string, file?: string): string => `/download/${id}${fileQuery(file)}`;

/** The address that sends the bytes; a ticket is added by the server. */
export const directDownloadPath = (id: string, file?: string): string => `/direct-download/${id}${fileQuery(file)}`;

/** The ad page for a download: its destination is the direct address without a ticket. */
export const adPagePath = (id: string, file?: string): string => {
  const name = file === undefined ? `download-${id}.zip` : (file.split('/').at(-1) ?? file);
  return `/ad-page?${new URLSearchParams({ destination: directDownloadPath(id, file), filename: name })}`;
};

/**
 * Reads a download address of this site, as `destination` of the ad page carries it.
 * Returns null for anything else, so nothing can send a visitor to another site.
 */
export const parseDirectDownload = (destination: string): { id: string; file: string | undefined } | null => {
  if (destination.length > 2000 || !destination.startsWith('/') || /^[/\\]{2}|[\\\s]/.test(destination)) return null;
  const match = /^\/(?:direct-download\/|api\/uploads\/)([0-9a-f-]{36})(?:\/direct-download)?(?:\?(.*))?$/.exec(
    destination,
  );
  if (!match?.[1]) return null;
  const file = new URLSearchParams(match[2] ?? '').get('file');
  return { id: match[1], file: file ?? undefined };
};
