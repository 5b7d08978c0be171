import type { LeakerApplication } from '#contract/applications/review.ts';

/** Why somebody cannot be made a leaker, as a half sentence. */
export const OBSTACLES: Record<NonNullable<LeakerApplication['obstacle']>, string> = {
  SUSPENDED: 'is suspended',
  NO_PLAIN_MEMBER: 'is no plain member any more',
};
