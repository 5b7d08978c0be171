import { expect, test } from 'vitest';
import { linkFailure } from './link-failure.ts';

test.each([
  ['denied', 'discord', 'Discord was not linked because you cancelled.'],
  ['taken', 'patreon', 'This Patreon account is already linked to another member.'],
  [
    'other-account',
    'discord',
    'You have already linked a different Discord account. To switch, unlink that one first.',
  ],
  ['provider', 'google', 'Google did not respond as expected. Please try again.'],
  ['provider', null, 'The provider did not respond as expected. Please try again.'],
  ['provider', 'constructor', 'The provider did not respond as expected. Please try again.'],
  ['state', 'discord', 'You started linking in another browser, or it took too long. Please start again.'],
  ['not-set-up', 'patreon', 'Patreon is not set up on this site.'],
  [null, 'discord', null],
  ['', null, null],
  ['constructor', 'discord', null],
  ['<b>anything</b>', 'discord', null],
])('maps %j of %j to %j', (error, provider, sentence) => {
  expect(linkFailure(error, provider)).toBe(sentence);
});
