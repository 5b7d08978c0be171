import { NEW_ACCOUNT_HOURS } from '#contract/applications/limits.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { isSuspended, type Suspension } from '#server/platform/account-status.ts';

type Applicant = Suspension & { role: string };

/** Why an applicant cannot become a leaker; null for a regular member who is not suspended. */
export function obstacleOf(applicant: Applicant, now: Date): 'SUSPENDED' | 'NO_PLAIN_MEMBER' | null {
  if (isSuspended(applicant, now)) return 'SUSPENDED';
  return applicant.role === 'USER' ? null : 'NO_PLAIN_MEMBER';
}

type Examined = { joinedAt: Date; emailVerifiedAt: Date | null; wasRejected: boolean; isReported: boolean };

/** What a reviewer should look at before approving an applicant. None of it prevents the approval. */
export function findingsOf(applicant: Examined, now: Date): LeakerApplication['findings'] {
  const { joinedAt, emailVerifiedAt, wasRejected, isReported } = applicant;
  const isNew = now.getTime() - joinedAt.getTime() < NEW_ACCOUNT_HOURS * HOUR_MS;
  return [
    ...(isNew ? (['NEW_ACCOUNT'] as const) : []),
    ...(emailVerifiedAt === null ? (['EMAIL_NOT_VERIFIED'] as const) : []),
    ...(wasRejected ? (['REJECTED_BEFORE'] as const) : []),
    ...(isReported ? (['REPORTED'] as const) : []),
  ];
}
