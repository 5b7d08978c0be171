import { Badge, type Tone } from '#client/ui/badge.tsx';
import type { LeakerApplication } from '#contract/applications/review.ts';

const TONES: Record<LeakerApplication['status'], Tone> = { PENDING: 'tungsten', APPROVED: 'scope', REJECTED: 'clip' };

export function StatusBadge({ status }: { status: LeakerApplication['status'] }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

export const STATUS_OPTIONS = [
  { value: 'PENDING', label: 'PENDING' },
  { value: 'APPROVED', label: 'APPROVED' },
  { value: 'REJECTED', label: 'REJECTED' },
] as const;
