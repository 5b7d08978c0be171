// Reading what administrators look for, and rows as the contract's shapes, without I/O.
import type { UploadStatus } from '#contract/arrivals.ts';
import type { AdminUpload, AdminUploadDetail, adminUploadFile, UploadState } from '#contract/inspection.ts';
import { DELETED_KEPT_DAYS, MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { ListPagination } from '#contract/tables.ts';
import type { SessionRow } from '../arrivals/queries.ts';
import { presentSession } from '../arrivals/rules.ts';
import { thumbnailUrl } from '../resources/rules.ts';
import type * as queries from './queries.ts';

/** A range of ids, both ends within it. */
export type IdRange = { from: string; to: string };

const WHOLE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SHORT_ID = /^#[0-9a-f]{7}$/;

/** The ids that are meant by a whole id, or by '#' and the first seven characters as tables show them; else null. */
export const idsMeant = (search: string): IdRange | null => {
  const text = search.toLowerCase();
  if (WHOLE_ID.test(text)) return { from: text, to: text };
  if (!SHORT_ID.test(text)) return null;
  const first = text.slice(1);
  return { from: `${first}0-0000-0000-0000-000000000000`, to: `${first}f-ffff-ffff-ffff-ffffffffffff` };
};

/** What a list is narrowed to. */
export type UploadFilter = { search: string | undefined; state: UploadState | undefined };

/** Blank counts as not said. */
export const readSearch = (search: string | undefined): string | undefined => search?.trim() || undefined;

/** What was typed as it stands, wherever it occurs: `%`, `_` and backslashes mean themselves. */
export const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The names that begin with a text, as a range in the order of bytes; nothing lies in the range of no text. */
export const beginningWith = (search: string): { from: string; before: string } => {
  const from = search.toLowerCase();
  return { from, before: `${from}\u{10ffff}` };
};

/**
 * A list's pages: those of its first 10,000 rows. Who looks for something further down searches or turns the order, so no
 * page has to be reached by stepping over a million rows.
 */
export const pagesOf = (
  { total, atLeast }: { total: number; atLeast: boolean },
  { page, limit }: { page: number; limit: number },
): ListPagination => ({
  total,
  pages: Math.ceil(Math.min(total, MOST_COUNTED_HITS) / limit),
  currentPage: page,
  limit,
  atLeast,
});

/** Whether a page lies within the rows that can be paged through. */
export const isWithinReach = ({ offset }: { offset: number }): boolean => offset < MOST_COUNTED_HITS;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

const restorableUntil = (deletedAt: Date | null): string | null =>
  deletedAt === null ? null : new Date(deletedAt.getTime() + DELETED_KEPT_DAYS * 86_400_000).toISOString();

type Finding = AdminUpload['findings'][number];

/** A row as the list shows it. Checks of the database keep the states to the contract's. */
export const presentUpload = (row: queries.UploadRow, findings: Finding[]): AdminUpload => ({
  id: row.id,
  title: row.title,
  leaker: row.leaker,
  leakerId: row.leakerId,
  category: row.category,
  editor: row.editor,
  type: row.type,
  status: row.status as UploadStatus,
  reason: row.reason,
  isPremium: row.isPremium,
  thumbnailUrl: thumbnailUrl(row.thumbnailKey, 320),
  licence: row.licence,
  rightsDeclared: row.rightsDeclaredAt !== null,
  fileCount: row.fileCount,
  fileSize: row.fileSize,
  isUnderWay: Boolean(row.isUnderWay),
  findings,
  views: row.views,
  likes: row.likes,
  saves: row.saves,
  downloads: row.downloads,
  hiddenAt: iso(row.hiddenAt),
  hiddenReason: row.hiddenReason,
  deletedAt: iso(row.deletedAt),
  restorableUntil: restorableUntil(row.deletedAt),
  submittedAt: (row.submittedAt ?? row.createdAt).toISOString(),
  createdAt: row.createdAt.toISOString(),
});

type Surroundings = {
  sessions: SessionRow[];
  decisions: queries.DecisionRow[];
  reports: queries.ReportRow[];
  findings: Finding[];
};

/** All that is known of an upload. */
export const presentDetail = (row: queries.DetailRow, around: Surroundings): AdminUploadDetail => ({
  ...presentUpload(row, around.findings),
  description: row.description,
  tags: row.tags,
  editorMinVersion: row.editorMinVersion,
  saleDeclared: row.saleDeclaredAt !== null,
  handedInAt: iso(row.submittedAt),
  approvedAt: iso(row.approvedAt),
  updatedAt: row.updatedAt.toISOString(),
  hiddenBy: row.hiddenBy,
  deletedBy: row.deletedBy,
  preview: {
    state: row.previewState as AdminUploadDetail['preview']['state'],
    note: row.previewNote,
    pictureUrl: thumbnailUrl(row.thumbnailKey, 640),
    strip:
      row.stripKey === null
        ? null
        : {
            kind: row.stripKind as NonNullable<AdminUploadDetail['preview']['strip']>['kind'],
            url: `/public/thumbnails/${row.stripKey}`,
          },
    mediaLabel: row.mediaLabel,
  },
  sessions: around.sessions.map(presentSession),
  decisions: around.decisions.map(({ status, decidedAt, ...rest }) => ({
    ...rest,
    status: status as UploadStatus,
    decidedAt: decidedAt.toISOString(),
  })),
  reports: around.reports.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() })),
});

/** A file with what the checks found in it, which they wrote as the contract says. */
export const presentFile = (row: queries.FileRow): (typeof adminUploadFile)['_zod']['output'] => ({
  ...row,
  findings: row.findings as unknown as { code: string; sentence: string }[],
});
