// What an own upload's state is called, and in which colour.
import type { Tone } from '#client/ui/badge.tsx';
import type { UploadStatus } from '#contract/uploads/sessions.ts';

export type OwnState = { word: string; tone: Tone };

const STATES: Record<UploadStatus, OwnState> = {
  PENDING: { word: 'Awaiting approval', tone: 'tungsten' },
  APPROVED: { word: 'Approved', tone: 'scope' },
  REJECTED: { word: 'Rejected', tone: 'clip' },
};

/** The state of an own upload; one that was never handed in is a draft, whatever its status. */
export function stateOf({ status, submittedAt }: { status: UploadStatus; submittedAt: string | null }): OwnState {
  return submittedAt === null ? { word: 'Draft', tone: 'muted' } : STATES[status];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** How many files an upload has: "1 file", "12 files". */
export function filesText(count: number): string {
  return counted(count, 'file', 'files');
}

/** What is under way with it, for its line in a list; empty when nothing is. */
export function underWayText({ receiving, checking }: { receiving: number; checking: number }): string {
  return [
    receiving > 0 && `Receiving ${filesText(receiving)}`,
    checking > 0 && `${receiving > 0 ? 'checking' : 'Checking'} ${filesText(checking)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
