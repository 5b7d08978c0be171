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
  [{ sessions: [session('RECEIVING')] }, ['Finish or cancel the files that have not arrived completely.']],
  [
    { licence: null, rightsDeclared: false },
    ['Choose a licence in the details.', 'Declare in the details that you may share it here.'],
  ],
] as [Partial<OwnUpload>, string[]][])('of %o is missing %o', (change, missing) => {
  expect(missingOf(known(change))).toEqual(missing);
});

test.each([
  [{ submittedAt: null }, true, /^Only you can see it/],
  [{}, false, /until an administrator has looked/],
  [{ status: 'REJECTED' }, true, /hand it in again/],
  [{ status: 'APPROVED' }, false, /waits for approval again/],
] as [Partial<OwnUpload>, boolean, RegExp][])('%o may be handed in: %o', (change, may, meaning) => {
  expect(mayHandIn(known(change))).toBe(may);
  expect(statusMeaningOf(known(change))).toMatch(meaning);
});

test.each([
  [[], 'READY', null],
  [[], 'WAITING', 1000],
  [['CHECKING', 'RECEIVING'], 'NONE', 1000],
  [['RECEIVING'], 'NONE', 5000],
  [['REFUSED'], 'FAILED', null],
] as const)('with %o and previews %s it is looked at each %o ms', (states, state, pace) => {
  expect(paceOf({ sessions: states.map(session), preview: { state, note: null } })).toBe(pace);
});
