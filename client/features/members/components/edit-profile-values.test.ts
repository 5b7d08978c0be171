import { expect, test } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { type ProfilePictures, profileFailure, profileFormData, profileTexts } from './edit-profile-values.ts';

const NONE: ProfilePictures = { avatar: null, banner: null };
const picture = (type: string) => ({ blob: new Blob(['picture'], { type }), url: 'blob:1' });

const sent = (form: FormData) =>
  Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]));

test('only non-empty values are sent, with the username trimmed', () => {
  expect(sent(profileFormData({ username: ' kettle ', bio: '' }, { bio: '' }, NONE))).toEqual({ username: 'kettle' });
  expect(sent(profileFormData({ username: 'kettle', bio: 'Hi' }, { bio: 'Hi' }, NONE))).toEqual({
    username: 'kettle',
    bio: 'Hi',
  });
});

test('cleared values are named', () => {
  const form = profileFormData(
    { username: 'kettle', bio: '' },
    { bio: 'Hi' },
    { avatar: 'cleared', banner: 'cleared' },
  );
  expect(sent(form)).toEqual({ username: 'kettle', clear: 'bio,avatar,banner' });
});

test('pictures are sent as files with the right extension', () => {
  const pictures = { avatar: picture('image/webp'), banner: picture('image/jpeg') };
  expect(sent(profileFormData({ username: 'kettle', bio: '' }, { bio: '' }, pictures))).toEqual({
    username: 'kettle',
    avatar: 'avatar.webp',
    banner: 'banner.jpg',
  });
});

test('the username is required, the bio is optional', () => {
  expect(profileTexts.safeParse({ username: ' kettle ', bio: '' }).data).toEqual({ username: 'kettle', bio: '' });
  expect(profileTexts.safeParse({ username: '', bio: 'Hi' }).success).toBe(false);
  expect(profileTexts.safeParse({ username: 'kettle', bio: 'x'.repeat(501) }).success).toBe(false);
});

test.each([
  [new CallError('This username is not available.', 409, 'USERNAME_TAKEN'), 'This username is not available.'],
  [new CallError('Failed to update profile', 502, null), 'Failed to update profile'],
  [new CallError('Failed to update profile', 0, null), 'An error occurred during profile update'],
  [new TypeError('anything'), 'Profile update failed'],
])('a failure shows the message from the specification', (error, sentence) => {
  expect(profileFailure(error)).toBe(sentence);
});
