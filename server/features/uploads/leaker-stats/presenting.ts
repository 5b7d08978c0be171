// Maps rows to the contract's types.

import type { LeakerActivity, UploadLine } from '#contract/uploads/api.ts';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import { thumbnailUrl } from '#server/features/resources/public.ts';
import type { LeakerActivityRow, OwnUploadRow } from './queries.ts';
import { decisionSentence } from './rules.ts';

export function presentLine({ thumbnailKey, ...row }: OwnUploadRow): UploadLine {
  return {
    ...row,
    status: row.status as UploadStatus,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    thumbnailUrl: thumbnailUrl(thumbnailKey, 320),
    createdAt: row.createdAt.toISOString(),
  };
}

const typeOf = ({ kind, status }: LeakerActivityRow): LeakerActivity['type'] => {
  if (kind === 'approvals') return status === 'APPROVED' ? 'APPROVAL' : 'REJECTION';
  return kind === 'uploads' ? 'UPLOAD' : 'DOWNLOAD';
};

const detailsOf = ({ kind, title, status, reason, details }: LeakerActivityRow, username: string): string => {
  if (title === null) return details ?? '';
  if (kind === 'uploads') return `${username} uploaded ${title}`;
  return kind === 'downloads' ? `${title} was downloaded` : decisionSentence(title, status ?? '', reason);
};

/** Activity entry for the leaker. The people who download a resource stay anonymous, even if they are members. */
export function presentActivity(row: LeakerActivityRow, username: string): LeakerActivity {
  return {
    id: row.id,
    type: typeOf(row),
    user: row.kind === 'uploads' ? username : null,
    details: detailsOf(row, username),
    resourceId: row.resourceId,
    timestamp: row.at.toISOString(),
  };
}
