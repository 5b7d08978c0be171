// Text that explains an upload's status and what the leaker has to do next.
import type { OwnUpload } from '#contract/uploads/api.ts';

type Known = Pick<
  OwnUpload,
  'status' | 'submittedAt' | 'fileCount' | 'sessions' | 'licence' | 'rightsDeclared' | 'reason'
>;

export function isDraft({ submittedAt }: Pick<OwnUpload, 'submittedAt'>): boolean {
  return submittedAt === null;
}

/** Steps still required before the upload can be submitted or approved; empty if nothing is missing. */
export function missingOf({ fileCount, sessions, licence, rightsDeclared }: Known): string[] {
  const isReceiving = sessions.some(({ state }) => state === 'RECEIVING');
  const isChecking = sessions.some(({ state }) => state === 'CHECKING');
  return [
    fileCount === 0 && !isReceiving && !isChecking && 'Add at least one file.',
    isReceiving && 'Finish or discard your unfinished uploads.',
    licence === null && 'Choose a licence in the details.',
    !rightsDeclared && 'Confirm in the details that you have the right to share it.',
  ].filter((step) => step !== false);
}

/** Whether the upload can be submitted, either as a draft for the first time or again after a rejection. */
export function mayHandIn(upload: Known): boolean {
  return isDraft(upload) || upload.status === 'REJECTED';
}

/** Explains the upload's status in one to three sentences. */
export function statusMeaningOf(upload: Known): string {
  if (isDraft(upload)) return 'Only you can see it. Submit it for review when everything is ready.';
  if (upload.status === 'APPROVED') {
    return 'Anyone can find and download it.';
  }
  if (upload.status === 'REJECTED') return 'Only you and our team can see it. Fix it below, then submit it again.';
  return "In review. Only you and our team can see it. We'll email you when it's approved.";
}
