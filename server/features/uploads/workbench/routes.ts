import * as contract from '#contract/uploads/workbench.ts';
import type { Deps } from '#server/deps.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { findNext, hold, readOwnReview, readReviewItem } from './actions.ts';
import { deleteLock } from './queries.ts';

export function workbenchRoutes(deps: Deps): Route[] {
  return [
    answer(contract.findNextReview, ({ query, viewer }) => findNext(deps, signedIn(viewer), query.after ?? null)),
    answer(contract.getReviewItem, ({ params, viewer }) => readReviewItem(deps, signedIn(viewer), params.id)),
    answer(contract.holdReview, ({ params, viewer }) => hold(deps, signedIn(viewer), params.id)),
    answer(contract.releaseReview, async ({ params, viewer }) => {
      await deleteLock(deps.db, params.id, signedIn(viewer).id);
      return null;
    }),
    answer(contract.getOwnReview, ({ params, viewer }) => readOwnReview(deps, signedIn(viewer), params.id)),
  ];
}
