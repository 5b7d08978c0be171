import { describe, expect, it } from 'vitest';
import { account, login, type PresentedRole } from '#contract/accounts.ts';
import { CallError } from '../../kit/call.ts';
import { returnPath, startPage } from './after-sign-in.ts';
import { checkSignIn } from './sign-in-check.ts';
import { signInFailure } from './use-sign-in.ts';

describe('startPage', () => {
  const table: Record<PresentedRole, string> = { ADMIN: '/admin', LEAKER: '/leaker', USER: '/dashboard', PREMIUM: '/' };

  it.each(account.shape.role.options)('%s', (role) => {
    expect(startPage(role)).toBe(table[role]);
  });
});

describe('returnPath', () => {
  it.each([
    ['/resources', '/resources'],
    ['/resources?search=film%20look&page=2#top', '/resources?search=film%20look&page=2#top'],
    ['/a/../resources', '/resources'],
    ['/login-help', '/login-help'],
  ])('keeps a path of this site: %s', (next, path) => {
    expect(returnPath(next)).toBe(path);
  });

  it.each([
    null,
    '',
    'resources',
    'https://other.example/',
    '//other.example',
    '/\\other.example',
    '/\t/other.example',
    '/.//other.example',
    '/..//other.example',
    '\\\\other.example',
    'javascript:alert(1)',
    ' /resources',
    '/login',
    '/login?next=/login',
    '/x/../login',
    `/${'a'.repeat(2000)}`,
  ])('refuses %j', (next) => {
    expect(returnPath(next)).toBeNull();
  });
});

describe('checkSignIn', () => {
  it('lets a complete form pass', () => {
    expect(checkSignIn('mira@example.com', 'x')).toEqual({});
  });

  it.each([
    ['', ''],
    ['mira', ''],
    ['mira@example', ''],
    ['mi ra@example.com', ''],
  ])("says what the contract says of '%s' and '%s'", (email, password) => {
    const issues = login.body?.safeParse({ email, password }).error?.issues ?? [];
    const said = Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
    expect(checkSignIn(email, password)).toEqual(said);
  });
});

describe('signInFailure', () => {
  it.each([
    [
      new CallError('The e-mail or the password is not right.', 401, 'WRONG_CREDENTIALS'),
      /^The e-mail or the password/,
    ],
    [new CallError('', 502, null), /^Login failed$/],
    [new CallError('Login failed', 0, null), /^An error occurred during login$/],
    [new CallError('Invalid user data received', 200, null), /^Invalid user data received$/],
    [new Error('The storage is full.'), /^The storage is full\.$/],
    ['thrown text', /^Failed to login$/],
  ])('says for %s what the specification says', (error, sentence) => {
    expect(signInFailure(error)).toMatch(sentence);
  });
});
