// What the pages of the forum read, and what an address must look like to name one of its things.

import type { Transport } from '#client/kit/data/call.ts';
import { CallError } from '#client/kit/data/call.ts';
import { type Read, read, readOf } from '#client/kit/data/query.ts';
import type { ThreadPage } from '#contract/forum/api.ts';
import { getPost, getSubcategory, getThread, listCategories } from './api.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const threadNotFound = () => new CallError('Thread not found', 404, 'THREAD_NOT_FOUND');

/** Throws a CallError, THREAD_NOT_FOUND: an address without an id is a missing page and no fault of the request. */
export function requireThreadId(id: string | undefined): string {
  if (id && ID.test(id)) return id;
  throw threadNotFound();
}

/** Throws a CallError, POST_NOT_FOUND. */
export function requirePostId(id: string | undefined): string {
  if (id && ID.test(id)) return id;
  throw new CallError('Post not found', 404, 'POST_NOT_FOUND');
}

export const categoriesRead = read(listCategories, {});

/** A place of a list: what is older than that, or newer. */
export type ListPlace = { before?: string; after?: string };

/** As the server gives them (contract/forum/api.ts, `cursor`). */
const PLACE = /^\d{1,15}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The place that an address names: one of the two; without a true one it shows the first page. */
export function listPlaceOf(parameters: URLSearchParams): ListPlace {
  const [before, after] = ['before', 'after'].map((name) => parameters.get(name) ?? '');
  if (before && PLACE.test(before)) return { before };
  return after && PLACE.test(after) ? { after } : {};
}

export function subcategoryRead(categorySlug: string, subcategorySlug: string, place: ListPlace) {
  return read(getSubcategory, { params: { categorySlug, subcategorySlug }, query: place });
}

/** The call answers a list by the id of a subcategory (specification, section 7): that is no thread. */
const callThread = Object.assign(
  async (transport: Transport, input: Parameters<typeof getThread>[1]): Promise<ThreadPage> => {
    const reply = await getThread(transport, input);
    if (Array.isArray(reply)) throw threadNotFound();
    return reply;
  },
  { path: getThread.path },
);

/** `page` as the address has it; page 1 has none. */
export function threadRead(id: string, page: string | null): Read<ThreadPage> {
  return readOf(callThread, { params: { id }, query: page && page !== '1' ? { page } : {} });
}

export function postRead(id: string) {
  return read(getPost, { params: { id } });
}
