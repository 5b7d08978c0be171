import { expect, test } from 'vitest';
import type { OwnUpload } from '#contract/uploads/api.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import { mayHandIn, missingOf, statusMeaningOf } from './next-steps.ts';
import { paceOf } from './use-progress.ts';

const HANDED_IN = '2026-11-02T10:00:00.000Z';

const known = (change: Partial<OwnUpload> = {}): OwnUpload =>
  ({
    status: 'PENDING',
    submittedAt: HANDED_IN,
    fileCount: 1,
    sessions: [],
    licence: 'CC0',
    rightsDeclared: true,
    reason: null,
    ...change,
  }) as OwnUpload;

const session = (state: UploadSession['state']): UploadSession => ({ state }) as UploadSession;

test.each([
  [{}, []],
  [{ fileCount: 0 }, ['Add at least one file.']],
  [{ fileCount: 0, sessions: [session('CHECKING')] }, []],
  [{ fileCount: 0, sessions: [session('REFUSED')] }, ['Add at least one file.']],
  [{ sessions: [session('RECEIVING')] }, ['Finish or discard your unfinished uploads.']],
  [
    { licence: null, rightsDeclared: false },
    ['Choose a licence in the details.', 'Confirm in the details that you have the right to share it.'],
  ],
] as [Partial<OwnUpload>, string[]][])('for %o, lists the missing steps %o', (change, missing) => {
  expect(missingOf(known(change))).toEqual(missing);
});

test.each([
  [{ submittedAt: null }, true, /^Only you can see it/],
  [{}, false, /^In review/],
  [{ status: 'REJECTED' }, true, /submit it again/],
  [{ status: 'APPROVED' }, false, /Anyone can find/],
] as [Partial<OwnUpload>, boolean, RegExp][])('%o can be submitted: %o', (change, may, meaning) => {
  expect(mayHandIn(known(change))).toBe(may);
  expect(statusMeaningOf(known(change))).toMatch(meaning);
});

test.each([
  [[], 'READY', null],
  [[], 'WAITING', 1000],
  [['CHECKING', 'RECEIVING'], 'NONE', 1000],
  [['RECEIVING'], 'NONE', 5000],
  [['REFUSED'], 'FAILED', null],
  [[], 'READY', 5000, 3],
] as const)('with sessions %o and previews %s, polls every %o ms', (states, state, pace, made: number = 4) => {
  expect(paceOf({ sessions: states.map(session), preview: { state, note: null, made, total: 4 } })).toBe(pace);
});
