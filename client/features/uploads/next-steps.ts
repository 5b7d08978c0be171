// What an own upload's state means, and what its leaker can do about it.
import type { OwnUpload } from '#contract/uploads/api.ts';

type Known = Pick<
  OwnUpload,
  'status' | 'submittedAt' | 'fileCount' | 'sessions' | 'licence' | 'rightsDeclared' | 'reason'
>;

export function isDraft({ submittedAt }: Pick<OwnUpload, 'submittedAt'>): boolean {
  return submittedAt === null;
}

/** What must still be done before it can be handed in, or approved; empty when nothing. */
export function missingOf({ fileCount, sessions, licence, rightsDeclared }: Known): string[] {
  const isReceiving = sessions.some(({ state }) => state === 'RECEIVING');
  const isChecking = sessions.some(({ state }) => state === 'CHECKING');
  return [
    fileCount === 0 && !isReceiving && !isChecking && 'Add at least one file.',
    isReceiving && 'Finish or cancel the files that have not arrived completely.',
    licence === null && 'Choose a licence in the details.',
    !rightsDeclared && 'Declare in the details that you may share it here.',
  ].filter((step) => step !== false);
}

/** Whether a press can hand it in: a draft for the first time, a refused one again. */
export function mayHandIn(upload: Known): boolean {
  return isDraft(upload) || upload.status === 'REJECTED';
}

/** What the state means, in one or two sentences. */
export function statusMeaningOf(upload: Known): string {
  if (isDraft(upload))
    return 'Only you can see it. Hand it in when everything is here, and an administrator looks at it.';
  if (upload.status === 'APPROVED') {
    return 'Everybody can find and download it. If you add or remove files, it waits for approval again.';
  }
  if (upload.status === 'REJECTED') return 'Only you and the team can see it. Mend it below, then hand it in again.';
  return 'Only you and the team can see it until an administrator has looked at it. You are told by mail.';
}
