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
export function listingPath(filter: ListingFilter = {}): string {
  const query = new URLSearchParams();
  for (const key of listingKeys) {
    const value = filter[key];
    if (value) query.set(key, value);
  }
  if (filter.page && filter.page > 1) query.set('page', String(filter.page));
  const text = query.toString();
  return text ? `/resources?${text}` : '/resources';
}

export function resourcePath(id: string): string {
  return `/resources/${id}`;
}
export function elementPath(slug: string): string {
  return `/elements/${slug}`;
}
export function profilePath(username: string): string {
  return `/${username}`;
}
/** Where a leaker sees and mends one of their own uploads. */
export function ownUploadPath(id: string): string {
  return `/leaker/uploads/${id}`;
}
export function collectionPath(id: string): string {
  return `/collections/${id}`;
}
export const COMMUNITY_PATH = '/community';

type ForumPlace = { category: { slug: string }; subCategory: { slug: string } };

export function subcategoryPath({ category, subCategory }: ForumPlace): string {
  return `${COMMUNITY_PATH}/${category.slug}/${subCategory.slug}`;
}
export function threadPath(place: ForumPlace, threadId: string, page = 1): string {
  return `${subcategoryPath(place)}/${threadId}${page > 1 ? `?page=${page}` : ''}`;
}
export function postPath(place: ForumPlace, threadId: string, postId: string): string {
  return `${threadPath(place, threadId)}/${postId}`;
}
/** Where a post stands on the page of its thread. */
export function postAnchor(number: number): string {
  return `post-${number}`;
}

/** A picture from elsewhere whose address is stored for a resource or a request. */
export function proxiedPicturePath(url: string, id: string): string {
  return `/api/image-proxy?${new URLSearchParams({ url, id })}`;
}

/** The form that asks for something that is missing, with its name filled in. */
export function requestPath(name: string): string {
  return `/request?${new URLSearchParams({ name })}`;
}

/** The form for a report about something that has an address on this site. */
export function reportPath(about: string): string {
  return `/report?about=${encodeURIComponent(about)}`;
}
/** The style sheet of an accent colour, `#rrggbb`. */
export function accentPath(color: string): string {
  return `/public/accent/${color.slice(1)}.css`;
}
export function avatarPath(username: string): string {
  return `/api/users/${username}/avatar`;
}

/**
 * What of a resource is meant: `file` is the path of one file, or of a folder with a slash at its end; `selection` is
 * the id of several of them. Neither means all of it.
 */
const chosenQuery = (file: string | undefined, selection: string | undefined): string => {
  if (selection !== undefined) return `?selection=${encodeURIComponent(selection)}`;
  return file === undefined ? '' : `?file=${encodeURIComponent(file)}`;
};

/** Where a free download starts for somebody who sees ads (product.md DL-3). */
export function downloadPath(id: string, file?: string, selection?: string): string {
  return `/download/${id}${chosenQuery(file, selection)}`;
}

/** The address that sends the bytes; a ticket is added by the server. */
export function directDownloadPath(id: string, file?: string, selection?: string): string {
  return `/direct-download/${id}${chosenQuery(file, selection)}`;
}

/** Where a short README or licence is read without downloading it. */
export function textPath(id: string, file: string): string {
  return `/api/resources/${id}/text?file=${encodeURIComponent(file)}`;
}

/** The checksums of all files of a resource. */
export function checksumsPath(id: string): string {
  return `/api/resources/${id}/sha256sums`;
}

/** The name that a download is saved under, before it is made safe. Everything but a single file is a ZIP. */
export function downloadName(id: string, file?: string, selection?: string): string {
  if (selection !== undefined) return `selection-${id}.zip`;
  if (file === undefined) return `download-${id}.zip`;
  if (file.endsWith('/')) return `${file.split('/').at(-2)}.zip`;
  return file.split('/').at(-1) ?? file;
}

/** The ad page for a download: its destination is the direct address without a ticket. */
export function adPagePath(id: string, file?: string, selection?: string): string {
  return `/ad-page?${new URLSearchParams({
    destination: directDownloadPath(id, file, selection),
    filename: downloadName(id, file, selection),
  })}`;
}

type Destination = { id: string; file: string | undefined; selection: string | undefined };

/**
 * Reads a download address of this site, as `destination` of the ad page carries it.
 * Returns null for anything else, so nothing can send a visitor to another site.
 */
export function parseDirectDownload(destination: string): Destination | null {
  if (destination.length > 2000 || !destination.startsWith('/') || /^[/\\]{2}|[\\\s]/.test(destination)) return null;
  const match = /^\/(?:direct-download\/|api\/uploads\/)([0-9a-f-]{36})(?:\/direct-download)?(?:\?(.*))?$/.exec(
    destination,
  );
  if (!match?.[1]) return null;
  const query = new URLSearchParams(match[2] ?? '');
  return { id: match[1], file: query.get('file') ?? undefined, selection: query.get('selection') ?? undefined };
}
