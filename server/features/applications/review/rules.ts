import { isSuspended, type Suspension } from '#server/platform/account-status.ts';

type Applicant = Suspension & { role: string };

/** Why an applicant cannot become a leaker; null for a regular member who is not suspended. */
export function obstacleOf(applicant: Applicant, now: Date): 'SUSPENDED' | 'NO_PLAIN_MEMBER' | null {
  if (isSuspended(applicant, now)) return 'SUSPENDED';
  return applicant.role === 'USER' ? null : 'NO_PLAIN_MEMBER';
}
