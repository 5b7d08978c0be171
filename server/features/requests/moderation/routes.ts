import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import * as contract from '#contract/requests/api.ts';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import type { Deps } from '#server/deps.ts';
import type { Order, Reader, RequestFilter } from '#server/features/requests/queries.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { isWithinReach, pagesOf } from '#server/kit/db/pagination.ts';
import { readOrder, readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { actorOf, answer, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { decide, deleteRequest } from './actions.ts';
import * as queries from './queries.ts';
import { presentAdminRequest } from './rules.ts';

const ORDERS: Record<'priority' | 'createdAt' | 'votes', Order> = {
  priority: 'board',
  createdAt: 'newest',
  votes: 'votes',
};

export function requestModerationRoutes(deps: Deps): Route[] {
  const { db } = deps;

  const readerOf = ({ viewer }: Pick<Call, 'viewer'>): Reader => ({ id: signedIn(viewer).id, now: deps.now() });

  const countAll = async (filter: RequestFilter) => {
    if (filter.search) {
      const counted = await queries.countRequests(db, filter, MOST_COUNTED_HITS + 1);
      return { total: Math.min(counted, MOST_COUNTED_HITS), atLeast: counted > MOST_COUNTED_HITS };
    }
    const counts = await readListCounts(db, 'resource_requests');
    const asked: readonly contract.RequestStatus[] = filter.status ? [filter.status] : REQUEST_STATUSES;
    return { total: asked.reduce((sum, status) => sum + (counts[status] ?? 0), 0), atLeast: false };
  };

  return [
    answer(contract.listAdminRequests, async ({ query, viewer }) => {
      const filter = { status: query.status, search: readSearch(query.search) };
      const page = readResourcePage(query, ADMIN_ROWS_PER_PAGE);
      const { sort, order: direction } = readOrder(query, { usual: 'priority', time: 'createdAt' });
      const order = ORDERS[sort];
      const [count, rows] = await Promise.all([
        countAll(filter),
        isWithinReach(page)
          ? queries.findRequests(db, filter, { ...page, order, direction }, readerOf({ viewer }))
          : [],
      ]);
      return { requests: rows.map(presentAdminRequest), pagination: pagesOf(count, page) };
    }),

    answer(contract.decideRequest, async (call) => {
      const { id } = call.params;
      await decide(deps, { ...call.body, id, by: actorOf(call) });
      const row = await queries.findAdminRequest(db, id, readerOf(call));
      if (!row) throw new Problem('REQUEST_NOT_FOUND');
      return presentAdminRequest(row);
    }),

    answer(contract.removeRequest, async (call) => {
      await deleteRequest(deps, { id: call.params.id, by: actorOf(call) });
      return null;
    }),
  ];
}
