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
  '/leaker/uploads/:id',
  '/dashboard',
  '/admin',
  '/admin/settings',
  '/admin/settings/:page',
  '/admin/reports',
  '/admin/requests',
  '/admin/audit',
  '/toolbox',
  '/premium',
  '/wiki',
  '/developers',
  '/community',
  '/community/:category/:subcategory',
  '/community/:category/:subcategory/:threadId',
  '/community/:category/:subcategory/:threadId/:postId',
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
/** Where a leaker sees and mends one of their own uploads. */
export const ownUploadPath = (id: string): string => `/leaker/uploads/${id}`;
export const collectionPath = (id: string): string => `/collections/${id}`;
export const COMMUNITY_PATH = '/community';

type ForumPlace = { category: { slug: string }; subCategory: { slug: string } };

export const subcategoryPath = ({ category, subCategory }: ForumPlace): string =>
  `${COMMUNITY_PATH}/${category.slug}/${subCategory.slug}`;
export const threadPath = (place: ForumPlace, threadId: string, page = 1): string =>
  `${subcategoryPath(place)}/${threadId}${page > 1 ? `?page=${page}` : ''}`;
export const postPath = (place: ForumPlace, threadId: string, postId: string): string =>
  `${threadPath(place, threadId)}/${postId}`;
/** Where a post stands on the page of its thread. */
export const postAnchor = (number: number): string => `post-${number}`;

/** A picture from elsewhere whose address is stored for a resource or a request. */
export const proxiedPicturePath = (url: string, id: string): string =>
  `/api/image-proxy?${new URLSearchParams({ url, id })}`;

/** The form that asks for something that is missing, with its name filled in. */
export const requestPath = (name: string): string => `/request?${new URLSearchParams({ name })}`;

/** The form for a report about something that has an address on this site. */
export const reportPath = (about: string): string => `/report?about=${encodeURIComponent(about)}`;
/** The style sheet of an accent colour, `#rrggbb`. */
export const accentPath = (color: string): string => `/public/accent/${color.slice(1)}.css`;
export const avatarPath = (username: string): string => `/api/users/${username}/avatar`;

/**
 * What of a resource is meant: `file` is the path of one file, or of a folder with a slash at its end; `selection` is
 * the id of several of them. Neither means all of it.
 */
const chosenQuery = (file: string | undefined, selection: string | undefined): string => {
  if (selection !== undefined) return `?selection=${encodeURIComponent(selection)}`;
  return file === undefined ? '' : `?file=${encodeURIComponent(file)}`;
};

/** Where a free download starts for somebody who sees ads (product.md DL-3). */
export const downloadPath = (id: string, file?: string, selection?: string): string =>
  `/download/${id}${chosenQuery(file, selection)}`;

/** The address that sends the bytes; a ticket is added by the server. */
export const directDownloadPath = (id: string, file?: string, selection?: string): string =>
  `/direct-download/${id}${chosenQuery(file, selection)}`;

/** Where a short README or licence is read without downloading it. */
export const textPath = (id: string, file: string): string =>
  `/api/resources/${id}/text?file=${encodeURIComponent(file)}`;

/** The checksums of all files of a resource. */
export const checksumsPath = (id: string): string => `/api/resources/${id}/sha256sums`;

/** The name that a download is saved under, before it is made safe. Everything but a single file is a ZIP. */
export const downloadName = (id: string, file?: string, selection?: string): string => {
  if (selection !== undefined) return `selection-${id}.zip`;
  if (file === undefined) return `download-${id}.zip`;
  if (file.endsWith('/')) return `${file.split('/').at(-2)}.zip`;
  return file.split('/').at(-1) ?? file;
};

/** The ad page for a download: its destination is the direct address without a ticket. */
export const adPagePath = (id: string, file?: string, selection?: string): string =>
  `/ad-page?${new URLSearchParams({
    destination: directDownloadPath(id, file, selection),
    filename: downloadName(id, file, selection),
  })}`;

type Destination = { id: string; file: string | undefined; selection: string | undefined };

/**
 * Reads a download address of this site, as `destination` of the ad page carries it.
 * Returns null for anything else, so nothing can send a visitor to another site.
 */
export const parseDirectDownload = (destination: string): Destination | null => {
  if (destination.length > 2000 || !destination.startsWith('/') || /^[/\\]{2}|[\\\s]/.test(destination)) return null;
  const match = /^\/(?:direct-download\/|api\/uploads\/)([0-9a-f-]{36})(?:\/direct-download)?(?:\?(.*))?$/.exec(
    destination,
  );
  if (!match?.[1]) return null;
  const query = new URLSearchParams(match[2] ?? '');
  return { id: match[1], file: query.get('file') ?? undefined, selection: query.get('selection') ?? undefined };
};
