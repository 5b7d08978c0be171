import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import type { QueryOf } from '#contract/http.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { postPath, profilePath, resourcePath } from '#contract/paths.ts';
import * as contract from '#contract/reports/api.ts';
import { foldEmail } from '#server/features/accounts/public.ts';
import { findModeratedCategories, type Live, moderatorOf } from '#server/features/forum/public.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { ownPath } from '#server/kit/text/own-address.ts';
import { actorOf, answer, type Call, type Caller, type Route } from '#server/platform/serve.ts';
import type { Deps } from '../../deps.ts';
import { decideReport, receiveReport } from './actions.ts';
import * as queries from './queries.ts';

type Subject = contract.AdminReport['subject'];

const stateOf = ({ kind, subjectId, ...row }: queries.ReportRow): Subject['state'] => {
  if (subjectId === null) return 'elsewhere';
  if (kind === 'post') {
    if (row.threadId === null || row.threadDeletedAt !== null) return 'gone';
    return row.postDeletedAt === null ? 'there' : 'hidden';
  }
  if (kind === 'profile') return row.owner === null || row.personDeletedAt !== null ? 'gone' : 'there';
  if (row.thingId === null || row.thingDeletedAt !== null) return 'gone';
  return row.thingHiddenAt === null ? 'there' : 'hidden';
};

/** Page of the reported subject; null if the subject has no page. */
const pageOf = ({ kind, subjectId, owner, thingId, ...row }: queries.ReportRow): string | null => {
  if (kind === 'profile') return owner && profilePath(owner);
  if (kind === 'resource') return thingId && resourcePath(thingId);
  const { threadId, categorySlug, subcategorySlug } = row;
  if (!threadId || !categorySlug || !subcategorySlug || !subjectId) return null;
  return postPath({ category: { slug: categorySlug }, subCategory: { slug: subcategorySlug } }, threadId, subjectId);
};

/** A report as moderators see it: nothing in it identifies the reporter. */
const withoutReporter = ({ email: _email, reporter: _reporter, address: _address, ...report }: contract.AdminReport) =>
  report;

export function reportRoutes(deps: Deps & { live: Live }): Route[] {
  const { db } = deps;

  const present = (row: queries.ReportRow): contract.AdminReport => {
    const state = stateOf(row);
    const { id, number, reason, details, email, reporter, decision, decidedBy, others, address } = row;
    const typed = ownPath(address, new URL(deps.publicUrl()).origin);
    return {
      ...{ id, number, reason, details, email, reporter, decision, decidedBy, others, address },
      // Database constraints limit kind and status to the contract's values.
      kind: row.kind as contract.AdminReport['kind'],
      status: row.status as contract.AdminReport['status'],
      subject: {
        id: row.subjectId,
        label: row.label,
        path: state === 'gone' ? null : state === 'elsewhere' ? typed : pageOf(row),
        owner: row.owner,
        state,
        threadPosts: state === 'there' && row.postNumber === 1 ? row.threadPosts : null,
      },
      decidedAt: row.decidedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    };
  };

  type Listed = QueryOf<typeof contract.listReports> & Pick<queries.ReportFilter, 'queue'>;

  const list = async (query: Listed) => {
    const { page: _page, limit: _limit, search, sort, ...narrowed } = query;
    const filter = { ...narrowed, search: search?.trim() || undefined };
    const page = readResourcePage(query, ADMIN_ROWS_PER_PAGE);
    const counted = await queries.countReports(db, filter, MOST_COUNTED_HITS + 1);
    const total = Math.min(counted, MOST_COUNTED_HITS);
    // Pages beyond the counted rows stay empty, because reading them would mean scanning all rows before them.
    const rows = page.offset < total ? await queries.listReports(db, filter, { ...page, sort }) : [];
    return {
      reports: rows.map(present),
      pagination: { ...paginate(total, page), atLeast: counted > MOST_COUNTED_HITS },
    };
  };

  /** Which reports a moderator decides on. @throws Problem NOT_ALLOWED for everyone else */
  const queueOf = async (call: Caller) => {
    const { id: moderatorId } = moderatorOf(call);
    if (call.viewer?.role === 'ADMIN') return { categoryIds: null, moderatorId };
    const categoryIds = await findModeratedCategories(db, moderatorId);
    if (categoryIds.length === 0) throw new Problem('NOT_ALLOWED');
    return { categoryIds, moderatorId };
  };

  const resolve = async (call: Call<typeof contract.resolveReport>, { isQueue }: { isQueue: boolean }) => {
    const { id } = call.params;
    const by = isQueue ? moderatorOf(call) : actorOf(call);
    await decideReport(deps, { reportId: id, ...call.body, by, isQueue });
    const row = await queries.findReport(db, id);
    if (!row) throw new Problem('REPORT_NOT_FOUND');
    return present(row);
  };

  return [
    answer(contract.sendReport, async ({ body, viewer, network }) => {
      const { goodFaith: _confirmed, email: given, ...report } = body;
      const email = viewer ? await queries.findEmail(db, viewer.id) : given && foldEmail(given);
      if (!email) throw new Problem('BAD_INPUT', { fields: { email: 'Enter your email address.' } });
      const reporter = { id: viewer?.id ?? null, name: viewer?.username ?? 'there', email };
      await requireWithinLimit(deps, `report ${viewer?.id ?? network}`, deps.limits.reports, deps.now());
      return { number: await receiveReport(deps, report, reporter) };
    }),

    answer(contract.listReports, ({ query }) => list(query)),

    answer(contract.listForumReports, async (call) => {
      const queue = await queueOf(call);
      const { reports, pagination } = await list({ ...call.query, queue });
      return { reports: reports.map(withoutReporter), pagination };
    }),

    answer(contract.resolveReport, (call) => resolve(call, { isQueue: false })),

    answer(contract.resolveForumReport, async (call) => withoutReporter(await resolve(call, { isQueue: true }))),
  ];
}
