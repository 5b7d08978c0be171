import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import * as contract from '#contract/applications/review.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { findOtherApplications } from '#server/features/applications/queries.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { isWithinReach } from '#server/kit/db/pagination.ts';
import { type CsvColumn, pageThrough, sendCsv } from '#server/kit/http/csv.ts';
import { readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { noteExport } from '#server/platform/export-note.ts';
import { actorOf, answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { decideApplication } from './actions.ts';
import * as queries from './queries.ts';
import { findingsOf, obstacleOf } from './rules.ts';

/** A check constraint limits `status` to the contract's values. */
const presentApplication = (row: queries.ListedApplicationRow, now: Date): contract.LeakerApplication => ({
  id: row.id,
  userId: row.userId,
  username: row.username,
  email: row.email,
  status: row.status as contract.LeakerApplication['status'],
  reason: row.reason,
  decidedBy: row.decidedBy,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  obstacle: row.status === 'PENDING' ? obstacleOf(row, now) : null,
  findings: row.status === 'PENDING' ? findingsOf(row, now) : [],
});

const csvColumns: CsvColumn<queries.ApplicationExportRow>[] = [
  { header: 'id', value: (row) => row.id },
  { header: 'username', value: (row) => row.username },
  { header: 'email', value: (row) => row.email },
  { header: 'status', value: (row) => row.status },
  { header: 'reason', value: (row) => row.reason },
  { header: 'applied', value: (row) => row.createdAt },
  { header: 'decided', value: (row) => row.decidedAt },
  { header: 'decided by', value: (row) => row.decidedBy },
];

type Filter = Parameters<typeof queries.countApplications>[1];

/** How long large counts are cached, because every page of a list needs them. */
const KEPT_MS = 5_000;
const KEPT_COUNTS = 100;
type Counts = ReturnType<typeof createMemory<{ total: number }>>;

/** Counts the applications that match a filter. For long lists, uses the stored counters where possible. */
const measure = async (
  db: Deps['db'],
  filter: Filter,
  counted: Counts,
): Promise<{ total: number; hits: readonly string[] | null }> => {
  const counts = Object.entries(await readListCounts(db, 'leaker_applications'));
  const all = counts.reduce(
    (sum, [status, count]) => (filter.status && status !== filter.status ? sum : sum + count),
    0,
  );
  if (all > MOST_COUNTED_HITS) {
    if (filter.search === undefined)
      return { total: all - (await queries.countOfDeleted(db, filter.status)), hits: null };
    const hits = await queries.searchApplicationIds(db, filter, filter.search);
    if (hits) return { total: hits.length, hits };
    const { total } = await counted.get(JSON.stringify([filter.search, filter.status]), async () => ({
      total: await queries.countApplications(db, filter),
    }));
    return { total: Math.min(total, MOST_COUNTED_HITS), hits: null };
  }
  return { total: Math.min(await queries.countApplications(db, filter), MOST_COUNTED_HITS), hits: null };
};

export function applicationReviewRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const counted: Counts = createMemory({ max: KEPT_COUNTS, ttlMs: KEPT_MS });

  const detailOf = async (id: string): Promise<contract.ApplicationDetail> => {
    const row = await queries.findApplication(db, id);
    if (!row) throw new Problem('APPLICATION_NOT_FOUND');
    const others = await findOtherApplications(db, row);
    return {
      ...presentApplication(row, deps.now()),
      applicant: {
        displayName: row.displayName,
        bio: row.bio,
        role: row.role,
        emailVerified: row.emailVerifiedAt !== null,
        joinedAt: row.joinedAt.toISOString(),
        uploads: row.uploads,
        followers: row.followers,
      },
      others: others.map(({ status, reason, createdAt, decidedAt }) => ({
        status: status as contract.LeakerApplication['status'],
        reason,
        createdAt: createdAt.toISOString(),
        decidedAt: decidedAt?.toISOString() ?? null,
      })),
    };
  };

  const applicationOf = async (id: string): Promise<contract.LeakerApplication> => {
    const row = await queries.findApplication(db, id);
    if (!row) throw new Problem('APPLICATION_NOT_FOUND');
    return presentApplication(row, deps.now());
  };

  return [
    answer(contract.listApplications, async ({ query, setHeader }) => {
      const filter = { search: readSearch(query.search), status: query.status };
      const page = readResourcePage(query, ADMIN_ROWS_PER_PAGE);
      const { total, hits } = await measure(db, filter, counted);
      const rows = isWithinReach(page)
        ? await queries.listApplications(db, filter, { hits, page, sort: query.sort })
        : [];
      setHeader('x-total-count', String(total));
      return rows.map((row) => presentApplication(row, deps.now()));
    }),

    answerExchange(contract.exportApplications, async ({ query, ...caller }, { request, reply }) => {
      const filter = { search: readSearch(query.search), status: query.status };
      await requireConfirmed(deps, signedIn(caller.viewer));
      await noteExport(deps, request, caller, { list: 'application', filter: query });
      return sendCsv(reply, {
        name: 'applications.csv',
        columns: csvColumns,
        rows: pageThrough<queries.ApplicationExportRow>((last, limit) =>
          queries.findApplicationsAfter(db, filter, last, limit),
        ),
      });
    }),

    answer(contract.getApplication, ({ params }) => detailOf(params.id)),

    answer(contract.approveApplication, async (call) => {
      const { id } = call.params;
      const given = { applicationId: id, status: 'APPROVED', reason: null, bulkId: call.body?.bulkId } as const;
      await decideApplication(deps, { ...given, by: actorOf(call) });
      return applicationOf(id);
    }),

    answer(contract.rejectApplication, async (call) => {
      const { id } = call.params;
      const reason = call.body?.reason?.trim() || null;
      await decideApplication(deps, { applicationId: id, status: 'REJECTED', reason, by: actorOf(call) });
      return applicationOf(id);
    }),
  ];
}
