// API calls and queries of the review page.
import { loadAsset } from '#client/features/resources/components/asset-reads.ts';
import { requireId } from '#client/features/resources/components/require-id.ts';
import { messagesRead } from '#client/features/uploads/messages/messages-api.ts';
import { apiCall } from '#client/kit/data/call.ts';
import type { LoadInput, LoadResult } from '#client/kit/data/page.ts';
import { type Read, read, reload } from '#client/kit/data/query.ts';
import { reviewPath } from '#contract/paths.ts';
import type * as contract from '#contract/uploads/workbench.ts';

const findNextReview = apiCall<typeof contract.findNextReview>({
  method: 'GET',
  path: '/api/admin/review',
  fallback: 'Failed to load data',
});

const getReviewItem = apiCall<typeof contract.getReviewItem>({
  method: 'GET',
  path: '/api/admin/review/{id}',
  fallback: 'Failed to load data',
});

export const holdReview = apiCall<typeof contract.holdReview>({
  method: 'PUT',
  path: '/api/admin/review/{id}/lock',
  fallback: 'The upload could not be locked. Please try again.',
});

export const releaseReview = apiCall<typeof contract.releaseReview>({
  method: 'DELETE',
  path: '/api/admin/review/{id}/lock',
  fallback: 'The upload could not be released. Please try again.',
});

/** Query for the upload to review next, behind `after`. */
export function nextReviewRead(after: string | null): Read<{ id: string | null; waiting: number }> {
  return read(findNextReview, { query: after === null ? {} : { after } });
}

/** Query for an upload under review. */
export function reviewRead(id: string): Read<contract.ReviewItem> {
  return read(getReviewItem, { params: { id } });
}

/** Upload after which the queue continues, as named by a URL. */
export function afterOf(url: URL | { search: string }): string | null {
  return new URLSearchParams(url.search).get('after');
}

/** Leads to the upload to review next, if there is one. */
export async function loadNextReview({ context, url }: LoadInput): Promise<LoadResult> {
  const { id } = await reload(context, nextReviewRead(afterOf(url)));
  return id === null ? undefined : { redirect: reviewPath(id) };
}

/** Loads all that the review page shows. */
export async function loadReview({ context, params, url }: LoadInput): Promise<LoadResult> {
  const id = requireId(params.id);
  const [elsewhere] = await Promise.all([
    loadAsset(context, { id, here: reviewPath(id), url }),
    reload(context, reviewRead(id)),
    reload(context, messagesRead(id)),
  ]);
  return elsewhere;
}
