import { describe, expect, it } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { type ProblemCode, problemOf } from '#contract/problems.ts';
import { CONNECTION_LOST, isUnchanged, SITE_AWAY, verdictOn, waitAfter } from './upload-failure.ts';

const refusal = (code: ProblemCode, retryAfter = 0): CallError => {
  const { status, message } = problemOf(code);
  return new CallError(message, status, code, {}, retryAfter);
};

describe('upload failures', () => {
  it.each([
    ['UPLOAD_BUSY', 'wait'],
    ['UPLOAD_OFFSET', 'wait'],
    ['UPLOAD_INCOMPLETE', 'wait'],
    ['UNAVAILABLE', 'wait'],
    ['INTERNAL', 'wait'],
    ['SIGN_IN_REQUIRED', 'sign-in'],
    ['UPLOAD_SESSION_NOT_FOUND', 'restart'],
    ['FILE_EXISTS', 'look'],
    ['FILE_TOO_LARGE', 'stop'],
    ['QUOTA_EXCEEDED', 'stop'],
    ['FILE_NAME', 'stop'],
    ['RESOURCE_NOT_FOUND', 'stop'],
  ] as const)('are handled for %s as: %s', (code, kind) => {
    expect(verdictOn(refusal(code)).kind).toBe(kind);
  });

  it('stop other uploads only if they would fail too, with the server’s message', () => {
    expect(verdictOn(refusal('STORAGE_FULL'))).toEqual({
      kind: 'stop',
      sentence: problemOf('STORAGE_FULL').message,
      isForAll: true,
    });
    expect(verdictOn(refusal('TOO_MANY_UPLOADS'))).toMatchObject({ kind: 'stop', isForAll: true });
    expect(verdictOn(refusal('QUOTA_EXCEEDED'))).toMatchObject({ kind: 'stop', isForAll: false });
  });

  it('back off up to 30 seconds, and at least as long as the server asks', () => {
    expect([1, 2, 3, 6, 99].map((attempts) => waitAfter(attempts, 0))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
    expect(waitAfter(1, 45)).toBe(45_000);
    expect(verdictOn(refusal('TOO_MANY_REQUESTS', 20))).toMatchObject({ kind: 'wait', afterSeconds: 20 });
    expect(verdictOn(new CallError('x', 0, null))).toMatchObject({ kind: 'wait', note: CONNECTION_LOST });
    expect(verdictOn(new CallError('x', 502, null))).toMatchObject({ kind: 'wait', note: SITE_AWAY });
  });

  it('detect whether the file is still readable', async () => {
    const gone = { size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) };
    expect(await isUnchanged([new Blob(['abc']), new Blob([])])).toBe(true);
    expect(await isUnchanged([new Blob(['abc']), gone as unknown as Blob])).toBe(false);
  });
});
