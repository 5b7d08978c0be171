import * as contract from '#contract/approvals.ts';
import { ADMIN_ROWS_PER_PAGE } from '#contract/limits.ts';
import type { Deps } from '../../deps.ts';
import type { AuditActor } from '../../kit/audit.ts';
import { Problem } from '../../kit/problem.ts';
import { answer, type Caller, type Route } from '../../kit/serve.ts';
import { signedIn } from '../../kit/viewer.ts';
import { paginate } from '../members/rules.ts';
import { readPage, thumbnailUrl } from '../resources/rules.ts';
import { decideApplication, decideUpload, deleteUpload } from './deciding.ts';
import * as queries from './queries.ts';

/** Files of a resource whose findings a list shows. */
const FINDINGS_SHOWN = 20;

const actorOf = ({ viewer, network }: Caller): AuditActor => {
  const { id, username } = signedIn(viewer);
  return { id, name: username, address: network };
};

/** Blank counts as not said. */
const readFilter = ({
  search,
  status,
}: {
  search?: string | undefined;
  status?: contract.AdminUpload['status'] | undefined;
}) => ({
  search: search?.trim() || undefined,
  status,
});

const readReason = (reason: string | undefined): string | null => reason?.trim() || null;

/** A check of the database keeps the states to the contract's. */
const presentApplication = (row: queries.ApplicationRow): contract.LeakerApplication => ({
  ...row,
  status: row.status as contract.LeakerApplication['status'],
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

const presentUpload = (
  { thumbnailKey, rightsDeclaredAt, ...row }: queries.UploadRow,
  findings: contract.AdminUpload['findings'],
): contract.AdminUpload => ({
  ...row,
  status: row.status as contract.AdminUpload['status'],
  thumbnailUrl: thumbnailUrl(thumbnailKey, 320),
  rightsDeclared: rightsDeclaredAt !== null,
  isUnderWay: Boolean(row.isUnderWay),
  findings,
  submittedAt: (row.submittedAt ?? row.createdAt).toISOString(),
  createdAt: row.createdAt.toISOString(),
});

export const approvalRoutes = (deps: Deps): Route[] => {
  const { db } = deps;

  const presentUploads = async (rows: queries.UploadRow[]): Promise<contract.AdminUpload[]> => {
    const found = await queries.findFindings(
      db,
      rows.map(({ id }) => id),
      FINDINGS_SHOWN,
    );
    const byResource = Map.groupBy(found, ({ resourceId }) => resourceId);
    return rows.map((row) =>
      presentUpload(
        row,
        (byResource.get(row.id) ?? []).flatMap(({ path, findings }) =>
          findings.map(({ code, sentence }) => ({ code, sentence, path })),
        ),
      ),
    );
  };

  const applicationOf = async (id: string): Promise<contract.LeakerApplication> => {
    const row = await queries.findApplication(db, id);
    if (!row) throw new Problem('APPLICATION_NOT_FOUND');
    return presentApplication(row);
  };

  return [
    answer(contract.listApplications, async ({ query, setHeader }) => {
      const filter = readFilter(query);
      const [rows, total] = await Promise.all([
        queries.findApplications(db, filter, readPage(query, ADMIN_ROWS_PER_PAGE)),
        queries.countApplications(db, filter),
      ]);
      setHeader('x-total-count', String(total));
      return rows.map(presentApplication);
    }),

    answer(contract.approveApplication, async (call) => {
      const { id } = call.params;
      await decideApplication(deps, { applicationId: id, status: 'APPROVED', reason: null, by: actorOf(call) });
      return applicationOf(id);
    }),

    answer(contract.rejectApplication, async (call) => {
      const { id } = call.params;
      const reason = readReason(call.body?.reason);
      await decideApplication(deps, { applicationId: id, status: 'REJECTED', reason, by: actorOf(call) });
      return applicationOf(id);
    }),

    answer(contract.listAdminUploads, async ({ query }) => {
      const filter = readFilter(query);
      const page = readPage(query, ADMIN_ROWS_PER_PAGE);
      const [rows, total] = await Promise.all([
        queries.findUploads(db, filter, page),
        queries.countUploads(db, filter),
      ]);
      return {
        uploads: await presentUploads(rows),
        pagination: paginate(total, page),
      };
    }),

    answer(contract.setUploadStatus, async (call) => {
      const { id } = call.params;
      const { status, was } = call.body;
      await decideUpload(deps, {
        resourceId: id,
        status,
        was,
        reason: readReason(call.body.reason),
        by: actorOf(call),
      });
      const row = await queries.findUpload(db, id);
      const [upload] = row ? await presentUploads([row]) : [];
      if (!upload) throw new Problem('RESOURCE_NOT_FOUND');
      return upload;
    }),

    answer(contract.deleteAdminUpload, async (call) => {
      await deleteUpload(deps, call.params.id, actorOf(call));
      return null;
    }),
  ];
};
