// Labels and colours for the status of the user's own uploads.
import type { Tone } from '#client/ui/badge.tsx';
import type { UploadStatus } from '#contract/uploads/sessions.ts';

export type OwnState = { word: string; tone: Tone };

const STATES: Record<UploadStatus, OwnState> = {
  PENDING: { word: 'Awaiting approval', tone: 'tungsten' },
  APPROVED: { word: 'Approved', tone: 'scope' },
  REJECTED: { word: 'Rejected', tone: 'clip' },
};

/** Status label of an upload. An upload that was never submitted counts as a draft, whatever its status. */
export function stateOf({ status, submittedAt }: { status: UploadStatus; submittedAt: string | null }): OwnState {
  return submittedAt === null ? { word: 'Draft', tone: 'muted' } : STATES[status];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Formats a file count: "1 file", "12 files". */
export function filesText(count: number): string {
  return counted(count, 'file', 'files');
}

/** Progress summary for a list row; empty if nothing is in progress. */
export function underWayText({ receiving, checking }: { receiving: number; checking: number }): string {
  return [
    receiving > 0 && `Receiving ${filesText(receiving)}`,
    checking > 0 && `${receiving > 0 ? 'checking' : 'Checking'} ${filesText(checking)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
