import * as contract from '#contract/admin/audit.ts';
import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { pageThrough, sendCsv } from '#server/kit/http/csv.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import { noteExport } from '#server/platform/export-note.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';
import { auditFilterOf, auditPagesOf, csvColumns, idsBeginning, presentEntry, readFilter } from './rules.ts';

export function auditRoutes({ db, now }: Deps): Route[] {
  const readKnown = async () => {
    const [actions, actors] = await Promise.all([queries.findActions(db), queries.findActors(db)]);
    return { actions, actors };
  };

  const readMeant = async (
    search: string | undefined,
    known: { actions: string[]; actors: string[] },
  ): Promise<queries.Meant | null> => {
    const id = search?.trim();
    if (!id) return null;
    const subjects = await queries.findSubjects(db, { id, beginning: idsBeginning(id) });
    return { ...auditFilterOf(id, known), subjects };
  };

  return [
    answer(contract.listAudit, async ({ query }) => {
      const page = readResourcePage(query, ADMIN_ROWS_PER_PAGE);
      const filter = readFilter(query);
      const known = await readKnown();
      const meant = await readMeant(query.search, known);
      const [total, rows] = await Promise.all([
        queries.countEntries(db, filter, meant),
        // Later pages are not available, because reaching them means scanning all entries before them.
        page.offset < MOST_COUNTED_HITS
          ? queries.findEntries(db, filter, meant, { ...page, direction: readDirection(query.sort) })
          : [],
      ]);
      const labels = await queries.findLabels(db, rows);
      return {
        entries: rows.map((row) => presentEntry(row, labels)),
        pagination: auditPagesOf(total, page),
        ...known,
      };
    }),

    answerExchange(contract.exportAudit, async (call, { request, reply }) => {
      const { search, ...asked } = call.query;
      const meant = await readMeant(search, await readKnown());
      // The export is recorded before the entries are read, so that it contains its own entry.
      await requireConfirmed({ db, now }, signedIn(call.viewer));
      await noteExport({ db, now }, request, call, { list: 'audit', filter: call.query });
      const filter = readFilter(asked);
      return sendCsv(reply, {
        name: 'audit-log.csv',
        columns: csvColumns,
        rows: pageThrough<queries.EntryRow>((last, limit) => queries.findEntriesAfter(db, filter, meant, last, limit)),
      });
    }),
  ];
}
