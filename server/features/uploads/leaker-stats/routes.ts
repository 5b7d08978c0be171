import * as contract from '#contract/uploads/api.ts';
import type { Deps } from '#server/deps.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { measureUsage } from '#server/features/uploads/sessions/queries.ts';
import { GB_BYTES } from '#server/features/uploads/sessions/rules.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { narrowList, readDirection, readSearch } from '#server/kit/http/list-query.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { presentActivity, presentLine } from './presenting.ts';
import * as queries from './queries.ts';
import { ACTIVITY_MAX, activityPage, approvalRate } from './rules.ts';

const UPLOADS_PER_PAGE = 20;
const ENTRIES_PER_PAGE = 20;
const allKinds = ['uploads', 'downloads', 'approvals'] as const;

export function leakerStatsRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    answer(contract.getUserStats, async ({ viewer }) => {
      const work = await queries.measureWork(db, signedIn(viewer).id);
      return {
        totalUploads: work.uploads,
        totalDownloads: work.downloads,
        totalStorage: work.storage,
        approvalRate: approvalRate(work),
      };
    }),

    answer(contract.getUploadSpace, async ({ viewer }) => {
      const [{ used, reserved }, settings] = await Promise.all([
        measureUsage(db, signedIn(viewer).id),
        deps.settings.get(),
      ]);
      return {
        used,
        reserved,
        quota: Math.floor(settings.defaultUserQuota * GB_BYTES),
        maxFileBytes: Math.floor(settings.maxUploadSize * GB_BYTES),
        hasMediaTools: deps.media !== null,
      };
    }),

    answer(contract.listOwnUploads, async ({ query, viewer }) => {
      const page = readResourcePage(query, UPLOADS_PER_PAGE);
      const filter = { authorId: signedIn(viewer).id, state: query.state, search: readSearch(query.search) };
      const [rows, total] = await Promise.all([
        queries.findOwnUploads(db, filter, { ...page, direction: readDirection(query.sort) }),
        queries.countOwnUploads(db, filter),
      ]);
      return { uploads: rows.map(presentLine), pagination: paginate(total, page) };
    }),

    answer(contract.listLeakerActivity, async ({ query, viewer, setHeader }) => {
      const { id: userId, username } = signedIn(viewer);
      const asked = { userId, kinds: query.type ? [query.type] : allKinds };
      if (query.search !== undefined || query.sort === 'oldest') {
        // The paging limit keeps the number of entries small enough to filter in memory.
        const entries = await queries.listLeakerActivity(db, asked, { limit: ACTIVITY_MAX, offset: 0 });
        const all = entries.map((row) => presentActivity(row, username));
        const limit = query.limit ?? String(ENTRIES_PER_PAGE);
        const { rows, total } = narrowList(all, { ...query, limit }, { search: ['details'], at: 'timestamp' });
        setHeader('x-total-count', String(total));
        return rows;
      }
      const page = activityPage(readResourcePage(query, ENTRIES_PER_PAGE));
      const [rows, total] = await Promise.all([
        page.limit === 0 ? [] : queries.listLeakerActivity(db, asked, page),
        queries.countLeakerActivity(db, asked, ACTIVITY_MAX),
      ]);
      setHeader('x-total-count', String(total));
      return rows.map((row) => presentActivity(row, username));
    }),
  ];
}
