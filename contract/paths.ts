// Paths of the site's pages, defined in one place. Reserved usernames are derived from `pagePatterns`.

/** Route patterns of all pages (specification, section 2). The first segment of a pattern cannot be used as a username. */
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
  '/admin/review/:id?',
  '/toolbox',
  '/premium',
  '/wiki',
  '/developers',
  '/community',
  '/community/search',
  '/community/reports',
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
  '/notifications',
  '/unsubscribe',
  '/downloads',
  '/receipt/:id',
  '/collections/:id',
  '/library',
  '/projects/:key',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
] as const;

/** Query parameters of the listing except `page`, in the order in which they appear in URLs. */
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
  'tempo',
  'key',
  'sort',
] as const;

type ListingFilter = { [key in (typeof listingKeys)[number]]?: string } & { page?: number };

/** URL of the listing with filters. Empty filters and page 1 are omitted (specification, section 4). */
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
/** Page where leakers view and edit one of their uploads. */
export function ownUploadPath(id: string): string {
  return `/leaker/uploads/${id}`;
}
/** Page where an administrator reviews an upload. */
export function reviewPath(id: string): string {
  return `/admin/review/${id}`;
}
export function collectionPath(id: string): string {
  return `/collections/${id}`;
}
/** Project bins: followed by a slash and the key. */
export const PROJECTS_PATH = '/projects';
/** Checks a folder for files of this site. With `?asset=`, it also saves the files of that asset into the folder. */
export const LIBRARY_PATH = '/library';
export const COMMUNITY_PATH = '/community';
export const FORUM_SEARCH_PATH = '/community/search';
/** Where moderators decide on reports about posts. */
export const FORUM_REPORTS_PATH = '/community/reports';

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
/** URL that opens the form for a new thread, with a link to the resource filled in. */
export function askPath(place: ForumPlace, resourceId: string): string {
  return `${subcategoryPath(place)}?about=${resourceId}`;
}
/** Anchor of a post on its thread's page. */
export function postAnchor(number: number): string {
  return `post-${number}`;
}

/** URL of an external image through the image proxy. `id` identifies the resource or request that stores the image's URL. */
export function proxiedPicturePath(url: string, id: string): string {
  return `/api/image-proxy?${new URLSearchParams({ url, id })}`;
}

/** URL of the request form with the name filled in. */
export function requestPath(name: string): string {
  return `/request?${new URLSearchParams({ name })}`;
}

/** URL of the report form for the page `about`. */
export function reportPath(about: string): string {
  return `/report?about=${encodeURIComponent(about)}`;
}
/** URL of the style sheet for an accent colour given as `#rrggbb`. */
export function accentPath(color: string): string {
  return `/public/accent/${color.slice(1)}.css`;
}
export function avatarPath(username: string): string {
  return `/api/users/${username}/avatar`;
}

/**
 * Query that selects what to download. `file` is the path of a file or folder (folder paths end with a slash); `selection` is the
 * id of a selection. If both are undefined, the whole resource is downloaded.
 */
const chosenQuery = (file: string | undefined, selection: string | undefined): string => {
  if (selection !== undefined) return `?selection=${encodeURIComponent(selection)}`;
  return file === undefined ? '' : `?file=${encodeURIComponent(file)}`;
};

/** Path where users who see ads start the download of a free resource (product.md DL-3). */
export function downloadPath(id: string, file?: string, selection?: string): string {
  return `/download/${id}${chosenQuery(file, selection)}`;
}

/** Path that serves the file itself. The server adds the ticket. */
export function directDownloadPath(id: string, file?: string, selection?: string): string {
  return `/direct-download/${id}${chosenQuery(file, selection)}`;
}

/** Path that shows a short README or licence without downloading it. */
export function textPath(id: string, file: string): string {
  return `/api/resources/${id}/text?file=${encodeURIComponent(file)}`;
}

/** Page that verifies a receipt of a download. */
export function receiptPath(id: string): string {
  return `/receipt/${id}`;
}

/** Path that returns the SHA-256 checksums of all files of a resource. */
export function checksumsPath(id: string): string {
  return `/api/resources/${id}/sha256sums`;
}

/** File name of a download, not yet sanitised. Anything other than a single file is downloaded as a ZIP. */
export function downloadName(id: string, file?: string, selection?: string): string {
  if (selection !== undefined) return `selection-${id}.zip`;
  if (file === undefined) return `download-${id}.zip`;
  if (file.endsWith('/')) return `${file.split('/').at(-2)}.zip`;
  return file.split('/').at(-1) ?? file;
}

/** URL of the ad page for a download. Its `destination` is the direct download path without a ticket. */
export function adPagePath(id: string, file?: string, selection?: string): string {
  return `/ad-page?${new URLSearchParams({
    destination: directDownloadPath(id, file, selection),
    filename: downloadName(id, file, selection),
  })}`;
}

type Destination = { id: string; file: string | undefined; selection: string | undefined };

/**
 * Parses a download path on this site, such as the ad page's `destination`. Returns null for anything else, to prevent open
 * redirects.
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
