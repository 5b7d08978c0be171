import { expect, test } from 'vitest';
import { filesText, stateOf, underWayText } from './own-state.ts';

test.each([
  ['PENDING', null, 'Draft'],
  ['APPROVED', '2026-11-02T10:00:00.000Z', 'Approved'],
  ['REJECTED', '2026-11-02T10:00:00.000Z', 'Rejected'],
  ['PENDING', '2026-11-02T10:00:00.000Z', 'Awaiting approval'],
] as const)('shows status %s, submitted at %s, as "%s"', (status, submittedAt, word) => {
  expect(stateOf({ status, submittedAt }).word).toBe(word);
});

test.each([
  [0, 0, ''],
  [1, 0, 'Receiving 1 file'],
  [0, 2, 'Checking 2 files'],
  [3, 1, 'Receiving 3 files, checking 1 file'],
])('describes %i receiving and %i checking as "%s"', (receiving, checking, text) => {
  expect(underWayText({ receiving, checking })).toBe(text);
});

test('pluralises the file count', () => {
  expect([filesText(0), filesText(1), filesText(70_000)]).toEqual(['0 files', '1 file', '70000 files']);
});
