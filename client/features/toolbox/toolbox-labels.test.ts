import { describe, expect, it } from 'vitest';
import { CallError } from '#client/kit/data/call.ts';
import { NoToken } from './token.ts';
import {
  tellAction,
  tellFailure,
  tellFetch,
  tellRefusal,
  writeAddress,
  writePercent,
  writeRate,
  writeUptime,
} from './toolbox-labels.ts';

it.each([
  [59, '0 min'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h 0 min'],
  [86_399, '23 h 59 min'],
  [86_400, '1 d 0 h'],
  [1_051_200, '12 d 4 h'],
])('%s seconds are written as %s', (seconds, words) => expect(writeUptime(seconds)).toBe(words));

it('formats figures', () => {
  expect(writePercent(7.06)).toBe('7.1%');
  expect(writeRate(1536.4)).toBe('1.50 KB/s');
  expect(writeAddress({ ip: '203.0.113.10', port: 22 })).toBe('203.0.113.10:22');
  expect(writeAddress({ ip: '2001:db8::5', port: 2222 })).toBe('[2001:db8::5]:2222');
});

describe('failure messages, as specified in section 8', () => {
  const unreachable = (sentence: string) => new CallError(sentence, 0, null);
  const refused = new CallError('This server no longer exists.', 404, 'SERVER_NOT_FOUND');
  const foreign = new CallError('Failed to start server. Please try again.', 502, null);

  it.each([
    [
      unreachable('Failed to fetch servers. Please try again.'),
      tellFetch,
      'Failed to fetch servers. Please try again.',
    ],
    [refused, tellFetch, 'Failed to fetch servers: This server no longer exists.'],
    [foreign, tellFetch, 'Failed to fetch servers: the site returned 502'],
    [
      unreachable('Failed to start server. Please try again.'),
      tellAction('start'),
      'Failed to start server. Please try again.',
    ],
    [refused, tellAction('start'), 'This server no longer exists.'],
    [foreign, tellAction('start'), 'Failed to start server'],
    [refused, tellRefusal('Failed to update priority'), 'Failed to update priority'],
    [new TypeError('x is undefined'), tellAction('stop'), 'Something went wrong. Please try again.'],
  ])('%s', (error, tell, sentence) => expect(tellFailure(error, tell).sentence).toBe(sentence));

  it('include the reason if the sentence is fixed', () => {
    expect(tellFailure(refused, tellRefusal('Failed to add server')).reason).toBe(refused.message);
    expect(tellFailure(foreign, tellRefusal('Failed to add server')).reason).toBeNull();
  });

  it('are about the token, whatever the action was', () => {
    const told = (error: CallError) => tellFailure(new NoToken(error), tellAction('start'));
    expect(told(unreachable('any'))).toMatchObject({
      sentence: 'Authentication check failed. Please try again.',
      reason: null,
    });
    expect(told(new CallError('Too many requests.', 429, 'TOO_MANY_REQUESTS'))).toMatchObject({
      sentence: 'Authentication failed: Unable to get token',
      reason: 'Too many requests.',
    });
    expect(told(foreign)).toMatchObject({ sentence: 'Authentication failed: Unable to get token', reason: null });
    expect(told(new CallError('Turn on two-factor.', 403, 'TWO_FACTOR_NEEDED'))).toEqual({
      sentence: 'Turn on two-factor.',
      reason: null,
      code: 'TWO_FACTOR_NEEDED',
    });
  });
});
