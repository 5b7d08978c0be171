import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath, startPage } from './after-sign-in.ts';
import { account, type PresentedRole } from './api.ts';

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
  ])('accepts %s as a path on this site', (next, path) => {
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
  ])('rejects %j', (next) => {
    expect(returnPath(next)).toBeNull();
  });

  it('never leads to another host', () => {
    const pieces = fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'evil.example', 'login', 'a', '\t', '%2f');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = returnPath(parts.join(''));
        if (path !== null) expect(new URL(path, 'https://helix.example').origin).toBe('https://helix.example');
      }),
    );
  });
});
