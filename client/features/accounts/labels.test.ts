import { describe, expect, it } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { problemOf } from '#contract/problems.ts';
import { applyFailure, registerFailure, returnedFailure, signInFailure } from './labels.ts';

const tooMany = (seconds: number): CallError =>
  new CallError(problemOf('TOO_MANY_REQUESTS').message, 429, 'TOO_MANY_REQUESTS', {}, seconds);

describe('signInFailure', () => {
  it.each([
    [new CallError('Wrong email or password.', 401, 'WRONG_CREDENTIALS'), /^Wrong email or password\.$/],
    [tooMany(0), /^Too many requests\. Please wait a moment and try again\.$/],
    [tooMany(42), /^Too many requests\. Please wait 1 minute and try again\.$/],
    [tooMany(61), /^Too many requests\. Please wait 2 minutes and try again\.$/],
    [new CallError('', 502, null), /^Login failed$/],
    [new CallError('Login failed', 0, null), /^An error occurred during login$/],
    [new CallError('Invalid user data received', 200, null), /^Invalid user data received$/],
    [new Error('The storage is full.'), /^The storage is full\.$/],
    ['thrown text', /^Failed to login$/],
  ])('maps %s to the specified message', (error, sentence) => {
    expect(signInFailure(error)).toMatch(sentence);
  });
});

describe('registerFailure', () => {
  it.each([
    [new CallError('An account with this email already exists.', 409, 'EMAIL_TAKEN'), /^An account with this email/],
    [tooMany(3600), /^Too many requests\. Please wait 60 minutes and try again\.$/],
    [new CallError('', 502, null), /^Registration failed$/],
    [new CallError('Registration failed', 0, null), /^An error occurred during registration$/],
    [new Error('The storage is full.'), /^The storage is full\.$/],
    ['thrown text', /^Failed to register$/],
  ])('maps %s to the specified message', (error, sentence) => {
    expect(registerFailure(error)).toMatch(sentence);
  });
});

describe('applyFailure', () => {
  it.each([
    [
      new CallError('Leaker applications are closed at the moment.', 403, 'APPLICATIONS_CLOSED'),
      /^Leaker applications/,
    ],
    [new CallError('Failed to submit application', 0, null), /^Failed to submit application$/],
    ['thrown text', /^Failed to submit application$/],
  ])('maps %s to the specified message', (error, sentence) => {
    expect(applyFailure(error)).toMatch(sentence);
  });
});

describe('returnedFailure', () => {
  it.each([
    ['provider', 'discord', 'Failed to initiate Discord login'],
    ['provider', 'google', 'Failed to initiate Google login'],
    ['provider', null, 'The provider did not respond as expected. Please try again.'],
    ['state', null, 'This login was started elsewhere or took too long. Please start again.'],
    ['denied', 'google', 'You cancelled the Google login. Nothing has changed.'],
    ['not-set-up', 'discord', 'Discord is not set up on this site.'],
    ['banned', null, 'This account is suspended.'],
    ['demo', 'google', 'Demo accounts can only log in on the machine that runs this site.'],
    ['closed', null, 'Sign-ups are closed at the moment.'],
  ])('has a message for %s of %s', (error, provider, sentence) => {
    expect(returnedFailure(error, provider)).toBe(sentence);
  });

  it.each(['link-first', 'no-email', 'taken'])('has a message for %s of both providers and of no provider', (error) => {
    expect(returnedFailure(error, 'google')).toContain('Google');
    expect(returnedFailure(error, 'discord')).toContain('Discord');
    expect(returnedFailure(error, 'constructor')).not.toMatch(/Google|Discord|undefined|function/);
  });

  it.each([null, '', 'constructor', '<b>no</b>'])('has no message for %j', (error) => {
    expect(returnedFailure(error, 'google')).toBeNull();
  });
});
