import { describe, expect, it } from 'vitest';
import { lockProblem, usualWaitOf } from './rules.ts';

const now = new Date('2026-11-27T12:00:00Z');
const later = new Date('2026-11-27T12:01:00Z');
const asked = { by: 'ada', needsLock: false, now };

describe('the lock of an upload', () => {
  it('refuses everyone else until its time is over', () => {
    expect(lockProblem({ reviewerId: 'bob', heldUntil: later }, asked)).toBe('UPLOAD_IN_REVIEW');
    expect(lockProblem({ reviewerId: 'bob', heldUntil: now }, asked)).toBeNull();
    expect(lockProblem({ reviewerId: 'ada', heldUntil: later }, asked)).toBeNull();
  });

  it('is needed on the review page only', () => {
    expect(lockProblem(undefined, asked)).toBeNull();
    expect(lockProblem(undefined, { ...asked, needsLock: true })).toBe('REVIEW_EXPIRED');
    expect(lockProblem({ reviewerId: 'ada', heldUntil: now }, { ...asked, needsLock: true })).toBe('REVIEW_EXPIRED');
  });
});

it('shows a usual wait from five decisions on, in minutes', () => {
  expect(usualWaitOf({ seconds: 3600, decisions: 4 })).toBeNull();
  expect(usualWaitOf({ seconds: 3629, decisions: 5 })).toBe(60);
  expect(usualWaitOf({ seconds: null, decisions: 0 })).toBeNull();
});
