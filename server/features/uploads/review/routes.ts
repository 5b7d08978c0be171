import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import * as contract from '#contract/uploads/review.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { isWithinReach, pagesOf, paginate } from '#server/kit/db/pagination.ts';
import { type CsvColumn, pageThrough, sendCsv } from '#server/kit/http/csv.ts';
import { readOrder, readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { noteExport } from '#server/platform/export-note.ts';
import { actorOf, answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { createManyFound, editUploadDetails, measureUploads, presentUploads, readDetail } from './actions.ts';
import { presentReviewedFile } from './presenting.ts';
import * as queries from './queries.ts';

const FILES_PER_PAGE = 50;

const csvColumns: CsvColumn<queries.ReviewedUploadRow>[] = [
  { header: 'id', value: (row) => row.id },
  { header: 'title', value: (row) => row.title },
  { header: 'leaker', value: (row) => row.leaker },
  { header: 'category', value: (row) => row.category },
  { header: 'type', value: (row) => row.type },
  { header: 'editor', value: (row) => row.editor },
  { header: 'licence', value: (row) => row.licence },
  { header: 'rights declared', value: (row) => row.rightsDeclaredAt },
  { header: 'status', value: (row) => row.status },
  { header: 'reason', value: (row) => row.reason },
  { header: 'files', value: (row) => row.fileCount },
  { header: 'bytes', value: (row) => row.fileSize },
  { header: 'views', value: (row) => row.views },
  { header: 'likes', value: (row) => row.likes },
  { header: 'saves', value: (row) => row.saves },
  { header: 'downloads', value: (row) => row.downloads },
  { header: 'submitted', value: (row) => row.submittedAt },
  { header: 'created', value: (row) => row.createdAt },
  { header: 'hidden', value: (row) => row.hiddenAt },
  { header: 'hidden because', value: (row) => row.hiddenReason },
  { header: 'deleted', value: (row) => row.deletedAt },
];

/** Sort columns of the uploads list. */
const SUBMITTED = { usual: 'submittedAt', time: 'submittedAt' } as const;

export function uploadReviewRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const many = createManyFound();
  return [
    answer(contract.listAdminUploads, async ({ query }) => {
      const filter = { search: readSearch(query.search), state: query.status };
      const page = readResourcePage(query, ADMIN_ROWS_PER_PAGE);
      const { hits, ...found } = await measureUploads(db, filter, many);
      const rows = isWithinReach(page)
        ? await queries.listReviewedUploads(db, filter, { hits, page, order: readOrder(query, SUBMITTED).order })
        : [];
      return { uploads: await presentUploads(db, rows), pagination: pagesOf(found, page) };
    }),

    answerExchange(contract.exportAdminUploads, async ({ query, ...caller }, { request, reply }) => {
      await requireConfirmed(deps, signedIn(caller.viewer));
      await noteExport(deps, request, caller, { list: 'upload', filter: query });
      const filter = { search: readSearch(query.search), state: query.status };
      return sendCsv(reply, {
        name: 'uploads.csv',
        columns: csvColumns,
        rows: pageThrough<queries.UploadExportRow>((last, limit) => queries.findUploadsAfter(db, filter, last, limit)),
      });
    }),

    answer(contract.getAdminUpload, ({ params }) => readDetail(db, params.id)),

    answer(contract.listAdminUploadFiles, async ({ params, query }) => {
      const total = await queries.countUploadFiles(db, params.id);
      if (total === undefined) throw new Problem('RESOURCE_NOT_FOUND');
      const page = readResourcePage(query, FILES_PER_PAGE);
      const asked = { search: readSearch(query.search), sort: query.sort };
      const [files, found] = await Promise.all([
        queries.listReviewedFiles(db, params.id, asked, page),
        asked.search === undefined ? total : queries.countFilesFound(db, params.id, asked.search),
      ]);
      return { files: files.map(presentReviewedFile), pagination: paginate(found, page) };
    }),

    answer(contract.changeAdminUpload, async ({ params, body, ...caller }) => {
      await editUploadDetails(deps, { id: params.id, given: body, by: actorOf(caller) });
      return readDetail(db, params.id);
    }),
  ];
}
