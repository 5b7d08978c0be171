import { expect, test } from 'vitest';
import { CallError } from '#client/kit/call.ts';
import { downloadAlert } from './open-download.ts';

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
