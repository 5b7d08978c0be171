import { expect, test } from 'vitest';
import { linkFailure } from './link-failure.ts';

test.each([
  ['denied', 'discord', 'You did not allow it at Discord, so nothing was linked.'],
  ['taken', 'patreon', 'This Patreon account belongs to another member already.'],
  [
    'other-account',
    'discord',
    'That is not the Discord account that is linked here. Unlink the other one to change it.',
  ],
  ['provider', 'google', 'Google did not answer as expected. Please try again.'],
  ['provider', null, 'The provider did not answer as expected. Please try again.'],
  ['provider', 'constructor', 'The provider did not answer as expected. Please try again.'],
  ['state', 'discord', 'This was started in another browser, or took too long. Please begin again.'],
  ['not-set-up', 'patreon', 'Patreon is not set up on this site.'],
  [null, 'discord', null],
  ['', null, null],
  ['constructor', 'discord', null],
  ['<b>anything</b>', 'discord', null],
])('%j of %j is told as %j', (error, provider, sentence) => {
  expect(linkFailure(error, provider)).toBe(sentence);
});
