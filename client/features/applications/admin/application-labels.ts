import type { UndoneApproval } from '#contract/applications/bulk-approvals.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';

/** Why an applicant cannot become a leaker, phrased as the end of a sentence. */
export const OBSTACLES: Record<NonNullable<LeakerApplication['obstacle']>, string> = {
  SUSPENDED: 'is suspended',
  NO_PLAIN_MEMBER: 'already has another role',
};

/** What a reviewer should look at before approving an applicant, after their name. */
export const FINDINGS: Record<LeakerApplication['findings'][number], string> = {
  NEW_ACCOUNT: 'account younger than a day',
  EMAIL_NOT_VERIFIED: 'email not verified',
  REJECTED_BEFORE: 'rejected before',
  REPORTED: 'profile reported',
};

/** Why an approval was not undone, phrased as the end of a sentence. */
export const KEPT: Record<UndoneApproval['kept'][number]['why'], string> = {
  UPLOADED: 'has uploaded something',
  CHANGED: 'was changed since',
};
