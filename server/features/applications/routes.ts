import * as contract from '#contract/applications/api.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { submitApplication } from './actions.ts';
import { findLastApplication, hasWish, type OwnApplicationRow } from './queries.ts';

/** A check constraint limits `status` to the contract's values. */
const present = (row: OwnApplicationRow | undefined, isWished = false): contract.ApplicationStatus => ({
  status: (row?.status ?? 'NONE') as contract.ApplicationStatus['status'],
  reason: row?.reason ?? null,
  createdAt: row?.createdAt.toISOString() ?? null,
  decidedAt: row?.decidedAt?.toISOString() ?? null,
  waitsForVerification: isWished,
});

export function applicationRoutes(deps: Deps): Route[] {
  return [
    answer(contract.applyAsLeaker, async ({ viewer }) =>
      present(await submitApplication(deps, { userId: signedIn(viewer).id })),
    ),
    answer(contract.getApplicationStatus, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const { id } = signedIn(viewer);
      const [last, isWished] = await Promise.all([findLastApplication(deps.db, id), hasWish(deps.db, id)]);
      return present(last, isWished);
    }),
  ];
}
