import { isSuspended, type Suspension } from '#server/platform/account-status.ts';

type Applicant = Suspension & { role: string };

/** Why somebody cannot be made a leaker, or null for a plain member who is not suspended. */
export function obstacleOf(applicant: Applicant, now: Date): 'SUSPENDED' | 'NO_PLAIN_MEMBER' | null {
  if (isSuspended(applicant, now)) return 'SUSPENDED';
  return applicant.role === 'USER' ? null : 'NO_PLAIN_MEMBER';
}
