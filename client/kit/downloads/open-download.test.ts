import { expect, test } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { addressIn, downloadAlert } from './open-download.ts';

test.each([
  ['the site fails', new CallError('Something went wrong on our side.', 500, 'INTERNAL')],
  ['there is no response', new CallError('Failed to generate download link', 0, null)],
  ['a proxy responds with its own page', new CallError('Failed to generate download link', 403, null)],
  ['the browser itself fails', new Error('anything')],
])('shows the specified alert when %s', (_, error) => {
  expect(downloadAlert(error, undefined)).toBe('Failed to generate download link. Please try again later.');
  expect(downloadAlert(error, 'a.mov')).toBe('Failed to download file. Please try again later.');
});

test("shows the server's message for a deliberate refusal", () => {
  const refusal = new CallError('You need a Premium account to download this resource', 403, 'PREMIUM_REQUIRED');
  expect(downloadAlert(refusal, 'a.mov')).toBe('You need a Premium account to download this resource');
});

test.each([
  null,
  {},
  'a page',
  { downloadUrl: '' },
  { downloadUrl: null },
  { downloadUrl: 'javascript:alert(1)' },
  { downloadUrl: '//elsewhere.example/' },
])('treats a response without a usable URL as a failure: %j', (reply) => {
  const failures = [true, false].map((adFree) => {
    try {
      return addressIn(reply, adFree);
    } catch (error) {
      return [error instanceof Error && error.message, downloadAlert(error, undefined)];
    }
  });
  const alert = 'Failed to generate download link. Please try again later.';
  expect(failures).toEqual([
    ['Invalid premium download response', alert],
    ['Failed to generate download link', alert],
  ]);
});

test.each(['/direct-download/abc', 'https://files.example/direct-download/abc'])('accepts the URL %s', (address) => {
  expect(addressIn({ downloadUrl: address }, true)).toBe(address);
});
