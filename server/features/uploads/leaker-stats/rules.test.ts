import { describe, expect, it } from 'vitest';
import { activityPage, approvalRate, decisionSentence } from './rules.ts';

describe('the approval rate', () => {
  it.each([
    [0, 0, 0],
    [0, 3, 0],
    [3, 3, 100],
    [2, 3, 66.7],
    [1, 8, 12.5],
    [1, 1000, 0.1],
  ])('for %i approvals in %i decisions is %d percent', (approvals, decisions, rate) => {
    expect(approvalRate({ approvals, decisions })).toBe(rate);
  });
});

describe('a page of activity', () => {
  it.each([
    [
      { limit: 20, offset: 0 },
      { limit: 20, offset: 0 },
    ],
    [
      { limit: 300, offset: 900 },
      { limit: 100, offset: 900 },
    ],
    [
      { limit: 20, offset: 1000 },
      { limit: 0, offset: 1000 },
    ],
    [
      { limit: 20, offset: 5_000_000 },
      { limit: 0, offset: 5_000_000 },
    ],
  ])('for %o covers %o', (asked, shown) => {
    expect(activityPage(asked)).toEqual(shown);
  });
});

describe('a decision', () => {
  it('is described in a sentence', () => {
    expect(decisionSentence('Glow', 'APPROVED', null)).toBe('Glow was approved');
    expect(decisionSentence('Glow', 'REJECTED', null)).toBe('Glow was rejected');
    expect(decisionSentence('Glow', 'REJECTED', 'Too dark.')).toBe('Glow was rejected: Too dark.');
  });
});
