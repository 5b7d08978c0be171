import { expect, test } from 'vitest';
import { linkFailure } from './link-failure.ts';

test.each([
  ['denied', 'discord', 'You cancelled at Discord. Nothing was linked.'],
  ['taken', 'patreon', 'This Patreon account is already linked to another member.'],
  [
    'other-account',
    'discord',
    'This is not the Discord account that is linked here. To change it, unlink the other one first.',
  ],
  ['provider', 'google', 'Google did not respond as expected. Please try again.'],
  ['provider', null, 'The provider did not respond as expected. Please try again.'],
  ['provider', 'constructor', 'The provider did not respond as expected. Please try again.'],
  ['state', 'discord', 'This was started in another browser or took too long. Please start again.'],
  ['not-set-up', 'patreon', 'Patreon is not set up on this site.'],
  [null, 'discord', null],
  ['', null, null],
  ['constructor', 'discord', null],
  ['<b>anything</b>', 'discord', null],
])('maps %j of %j to %j', (error, provider, sentence) => {
  expect(linkFailure(error, provider)).toBe(sentence);
});
