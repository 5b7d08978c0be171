import { listBulkApprovals, undoBulkApproval } from '#contract/applications/bulk-approvals.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, answer, type Route } from '#server/platform/serve.ts';
import { undoBulk } from './actions.ts';
import { listBulks } from './queries.ts';

export function bulkApprovalRoutes(deps: Deps): Route[] {
  return [
    answer(listBulkApprovals, async () => {
      const rows = await listBulks(deps.db, deps.now());
      return rows.map(({ startedAt, endsAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        endsAt: endsAt.toISOString(),
      }));
    }),
    answer(undoBulkApproval, (call) => undoBulk(deps, { id: call.params.id, by: actorOf(call) })),
  ];
}
