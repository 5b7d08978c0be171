// Maps rows to the contract's types.

import { DELETED_KEPT_DAYS } from '#contract/uploads/limits.ts';
import type { AdminUpload, AdminUploadDetail, AdminUploadFile } from '#contract/uploads/review.ts';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import { thumbnailUrl } from '#server/features/resources/public.ts';
import type { SessionRow } from '#server/features/uploads/sessions/queries.ts';
import { presentSession } from '#server/features/uploads/sessions/rules.ts';
import type * as queries from './queries.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

const restorableUntil = (deletedAt: Date | null): string | null =>
  deletedAt === null ? null : new Date(deletedAt.getTime() + DELETED_KEPT_DAYS * 86_400_000).toISOString();

type Finding = AdminUpload['findings'][number];

/** An upload in the format of the list. Database constraints limit the states to those of the contract. */
export function presentUpload(row: queries.ReviewedUploadRow, findings: Finding[]): AdminUpload {
  return {
    id: row.id,
    title: row.title,
    newVersion: row.versionOf === null ? null : row.version,
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
  };
}

type Surroundings = {
  sessions: SessionRow[];
  decisions: queries.DecisionRow[];
  reports: queries.UploadReportRow[];
  findings: Finding[];
};

export function presentUploadDetail(row: queries.DetailRow, around: Surroundings): AdminUploadDetail {
  return {
    ...presentUpload(row, around.findings),
    description: row.description,
    versionOf: row.versionOf === null ? null : { id: row.versionOf, note: row.note ?? '' },
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
  };
}

/** A file with its findings, which are stored in the contract's format. */
export function presentReviewedFile(row: queries.ReviewedFileRow): AdminUploadFile {
  return {
    ...row,
    findings: row.findings as unknown as { code: string; sentence: string }[],
  };
}
