import { Badge, type Tone } from '#client/ui/badge.tsx';
import type { AdminReport } from '#contract/reports/api.ts';

type Status = AdminReport['status'];

const statuses: Record<Status, { label: string; tone: Tone }> = {
  OPEN: { label: 'Open', tone: 'tungsten' },
  UPHELD: { label: 'Upheld', tone: 'scope' },
  DISMISSED: { label: 'Dismissed', tone: 'muted' },
};

export const reportStatusOptions = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));

export const kindLabels: Record<AdminReport['kind'], string> = {
  resource: 'Resource',
  profile: 'Profile',
  post: 'Post',
  other: 'Something else',
};

export function ReportStatus({ status }: { status: Status }) {
  return <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>;
}

/** Badge for a subject that is hidden or no longer exists. */
export function SubjectState({ state }: { state: AdminReport['subject']['state'] }) {
  return state === 'hidden' ? <Badge tone="clip">Hidden</Badge> : state === 'gone' ? <Badge>Removed</Badge> : null;
}

/** Short name of the reported subject. */
export function aboutOf({ subject, address }: AdminReport): string {
  return subject.label || address;
}
