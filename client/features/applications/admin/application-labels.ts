import type { LeakerApplication } from '#contract/applications/review.ts';

/** Why an applicant cannot become a leaker, phrased as the end of a sentence. */
export const OBSTACLES: Record<NonNullable<LeakerApplication['obstacle']>, string> = {
  SUSPENDED: 'is suspended',
  NO_PLAIN_MEMBER: 'already has another role',
};
