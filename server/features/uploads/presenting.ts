// Maps rows to the contract's types.

import type { Finding, OwnUpload, UploadProgress } from '#contract/uploads/api.ts';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import { thumbnailUrl } from '#server/features/resources/public.ts';
import type { SessionRow } from '#server/features/uploads/sessions/queries.ts';
import { presentSession } from '#server/features/uploads/sessions/rules.ts';
import type { ProgressRow, UploadRow } from './queries.ts';

const presentFindings = (files: ProgressRow['findings']): Finding[] =>
  files.flatMap(({ path, findings }) => findings.map(({ code, sentence }) => ({ code, path, sentence })));

type Previewed = { made: number; total: number };

export function presentProgress(row: ProgressRow, sessions: SessionRow[], { made, total }: Previewed): UploadProgress {
  return {
    id: row.id,
    status: row.status as UploadStatus,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    fileCount: row.fileCount,
    fileSize: row.fileSize,
    updatedAt: row.updatedAt.toISOString(),
    sessions: sessions.map(presentSession),
    preview: { state: row.previewState as UploadProgress['preview']['state'], note: row.previewNote, made, total },
    findings: presentFindings(row.findings),
  };
}

export function presentOwnUpload(row: UploadRow, sessions: SessionRow[], previewed: Previewed): OwnUpload {
  return {
    ...presentProgress(row, sessions, previewed),
    title: row.title,
    description: row.description,
    category: row.category,
    type: row.type,
    editor: row.editor,
    editorMinVersion: row.editorMinVersion,
    tags: row.tags,
    licence: row.licence,
    rightsDeclared: row.rightsDeclaredAt !== null,
    saleDeclared: row.saleDeclaredAt !== null,
    reason: row.reason,
    thumbnailUrl: thumbnailUrl(row.thumbnailKey, 640),
    wasPublic: row.approvedAt !== null || row.status === 'APPROVED',
    version: row.version,
    versionOf: row.versionOf === null ? null : { id: row.versionOf, note: row.note ?? '' },
    nextVersion: row.nextVersion,
    createdAt: row.createdAt.toISOString(),
  };
}
