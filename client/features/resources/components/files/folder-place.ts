// The location that a URL points to within a resource's files: a folder and one of its pages.

import { listResourceFiles } from '#client/features/resources/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { LoadResult } from '#client/kit/data/page.ts';
import { load, type Read, read } from '#client/kit/data/query.ts';
import type { FileListing } from '#contract/resources/api.ts';

/** `folder` is a path without a trailing slash; "" is the root. */
export type FolderPlace = { folder: string; page: number };

export function folderPlaceOf(query: URLSearchParams): FolderPlace {
  const page = query.get('page') ?? '';
  return {
    folder: (query.get('folder') ?? '').replace(/\/+$/, ''),
    page: /^[1-9][0-9]{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/**
 * URL of a location. If `namesRoot` is true, the URL of the root has an empty `folder` parameter, which opens the file list on a
 * starter element's page.
 */
export function placePath(here: string, { folder, page }: FolderPlace, namesRoot = false): string {
  const query = `${folder || namesRoot ? `&folder=${encodeURIComponent(folder)}` : ''}${page > 1 ? `&page=${page}` : ''}`;
  return query ? `${here}?${query.slice(1)}` : here;
}

export function folderRead(id: string, { folder, page }: FolderPlace): Read<FileListing> {
  return read(listResourceFiles, { params: { id }, query: { folder, ...(page > 1 && { page: String(page) }) } });
}

const saysTheSame = (url: URL, path: string): boolean => {
  const other = new URL(path, url);
  return ['folder', 'page'].every((key) => url.searchParams.get(key) === other.searchParams.get(key));
};

/**
 * Loads the location that a URL points to. Redirects to an existing location if the URL is not canonical or its folder or page
 * does not exist. This way, arbitrary URLs are not treated as separate pages.
 */
export async function loadFolder(
  context: AppContext,
  id: string,
  url: URL,
  { pathOf, loading = load }: { pathOf: (place: FolderPlace) => string; loading?: typeof load },
): Promise<LoadResult> {
  const place = folderPlaceOf(url.searchParams);
  // Only needed on the server, which caches pages by URL.
  if (import.meta.env.SSR && !saysTheSame(url, pathOf(place))) return { redirect: pathOf(place) };
  try {
    const { pagination } = await loading(context, folderRead(id, place));
    if (import.meta.env.SSR && place.page > Math.max(1, pagination.pages)) {
      return { redirect: pathOf({ ...place, page: Math.max(1, pagination.pages) }) };
    }
    return undefined;
  } catch (error) {
    // The folder does not exist or its path is invalid. Only the root is guaranteed to exist.
    if (place.folder && error instanceof CallError && [400, 404].includes(error.status)) {
      return { redirect: pathOf({ folder: '', page: 1 }) };
    }
    throw error;
  }
}
