import { expect, test } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { addressIn, downloadAlert } from './open-download.ts';

test.each([
  ['the site fails', new CallError('Something went wrong on our side.', 500, 'INTERNAL')],
  ['nothing answers', new CallError('Failed to generate download link', 0, null)],
  ["a proxy's page answers", new CallError('Failed to generate download link', 403, null)],
  ['the browser itself fails', new Error('anything')],
])('when %s, the alert of the specification is shown', (_, error) => {
  expect(downloadAlert(error, undefined)).toBe('Failed to generate download link. Please try again later.');
  expect(downloadAlert(error, 'a.mov')).toBe('Failed to download file. Please try again later.');
});

test('a refusal on purpose says its own sentence', () => {
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
])('an answer without an address is a failure: %j', (reply) => {
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

test.each(['/direct-download/abc', 'https://files.example/direct-download/abc'])(
  'an address is opened: %s',
  (address) => {
    expect(addressIn({ downloadUrl: address }, true)).toBe(address);
  },
);
