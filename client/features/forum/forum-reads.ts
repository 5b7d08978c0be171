// Cached queries of the forum's pages, and the format of IDs in their URLs.

import type { Transport } from '#client/kit/data/call.ts';
import { CallError } from '#client/kit/data/call.ts';
import { type Read, read, readOf } from '#client/kit/data/query.ts';
import type { ThreadPage } from '#contract/forum/api.ts';
import { getPost, getSubcategory, getThread, listCategories } from './api.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const threadNotFound = () => new CallError('Thread not found', 404, 'THREAD_NOT_FOUND');

/**
 * Returns a valid ID from a URL.
 * @throws CallError THREAD_NOT_FOUND if the ID is invalid, because that is a missing page rather than an invalid request
 */
export function requireThreadId(id: string | undefined): string {
  if (id && ID.test(id)) return id;
  throw threadNotFound();
}

/**
 * Returns a valid ID from a URL.
 * @throws CallError POST_NOT_FOUND
 */
export function requirePostId(id: string | undefined): string {
  if (id && ID.test(id)) return id;
  throw new CallError('Post not found', 404, 'POST_NOT_FOUND');
}

export const categoriesRead = read(listCategories, {});

/** Position in a list: threads before or after a cursor. */
export type ListPlace = { before?: string; after?: string };

/** Same format as on the server (contract/forum/api.ts, `cursor`). */
const PLACE = /^\d{1,15}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The position in a URL; the first page if it has no valid cursor. */
export function listPlaceOf(parameters: URLSearchParams): ListPlace {
  const [before, after] = ['before', 'after'].map((name) => parameters.get(name) ?? '');
  if (before && PLACE.test(before)) return { before };
  return after && PLACE.test(after) ? { after } : {};
}

export function subcategoryRead(categorySlug: string, subcategorySlug: string, place: ListPlace) {
  return read(getSubcategory, { params: { categorySlug, subcategorySlug }, query: place });
}

/**
 * Loads a thread. For a subcategory's ID the endpoint returns a list (specification, section 7), which is treated as not found.
 */
const callThread = Object.assign(
  async (transport: Transport, input: Parameters<typeof getThread>[1]): Promise<ThreadPage> => {
    const reply = await getThread(transport, input);
    if (Array.isArray(reply)) throw threadNotFound();
    return reply;
  },
  { path: getThread.path },
);

/** `page` as in the URL; null for page 1. */
export function threadRead(id: string, page: string | null): Read<ThreadPage> {
  return readOf(callThread, { params: { id }, query: page && page !== '1' ? { page } : {} });
}

export function postRead(id: string) {
  return read(getPost, { params: { id } });
}
