import { DOWNLOADS_PER_PAGE } from '#contract/downloads/limits.ts';
import * as contract from '#contract/downloads/receipts.ts';
import type { Deps } from '#server/deps.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { pageThrough, sendCsv } from '#server/kit/http/csv.ts';
import { readSearch } from '#server/kit/http/list-query.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { checkReceipt } from './actions.ts';
import * as queries from './queries.ts';
import { presentReceipt, readRecord, receiptColumns } from './rules.ts';

export function receiptRoutes(deps: Deps): Route[] {
  const { db } = deps;

  // All records of a user that can be read, newest first.
  async function* recordsOf(userId: string) {
    const rows = pageThrough<queries.ReceiptRow>((last, limit) => queries.findReceiptsAfter(db, userId, last, limit));
    for await (const { record } of rows) {
      const receipt = readRecord(record);
      if (receipt) yield receipt;
    }
  }

  return [
    answer(contract.getReceipt, async ({ params, viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      return await checkReceipt(deps, params.id, viewer);
    }),

    answer(contract.listReceipts, async ({ viewer, query, setHeader }) => {
      const { id } = signedIn(viewer);
      const page = readResourcePage(query, DOWNLOADS_PER_PAGE);
      const asked = { search: readSearch(query.search), sort: query.sort };
      const [rows, total] = await Promise.all([
        queries.findReceipts(db, id, asked, page),
        queries.countReceipts(db, id, asked),
      ]);
      setHeader('cache-control', 'private, no-store');
      return {
        receipts: rows.map(presentReceipt).filter((receipt) => receipt !== null),
        pagination: paginate(total, page),
      };
    }),

    answerExchange(contract.exportReceipts, async ({ viewer }, { reply }) =>
      sendCsv(reply, { name: 'receipts.csv', columns: receiptColumns, rows: recordsOf(signedIn(viewer).id) }),
    ),
  ];
}
