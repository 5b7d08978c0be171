import { describe, expect, it } from 'vitest';
import type { Access } from '#contract/http.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireAccess, type Viewer } from './viewer.ts';

const someone = (role: Viewer['role'], changes: Partial<Viewer> = {}): Viewer => ({
  id: 'a',
  username: 'someone',
  role,
  isPremium: role === 'PREMIUM',
  sessionId: 's',
  needsTwoFactor: false,
  ...changes,
});

const refusalOf = (access: Access, viewer: Viewer | null, suspended = false): string | null => {
  try {
    requireAccess({ access }, { viewer, suspended });
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
};

describe('requireAccess', () => {
  it.each<[Access, string | null, string | null, string | null, string | null, string | null]>([
    // declared    visitor             member         premium        leaker         admin
    ['visitor', null, null, null, null, null],
    ['member', 'SIGN_IN_REQUIRED', null, null, null, null],
    ['owner', 'SIGN_IN_REQUIRED', null, null, null, null],
    ['premium', 'SIGN_IN_REQUIRED', 'NOT_ALLOWED', null, 'NOT_ALLOWED', null],
    ['leaker', 'SIGN_IN_REQUIRED', 'NOT_ALLOWED', 'NOT_ALLOWED', null, null],
    ['admin', 'SIGN_IN_REQUIRED', 'NOT_ALLOWED', 'NOT_ALLOWED', 'NOT_ALLOWED', null],
  ])('allows the right roles for %s', (access, visitor, member, premium, leaker, admin) => {
    expect([
      refusalOf(access, null),
      refusalOf(access, someone('USER')),
      refusalOf(access, someone('PREMIUM')),
      refusalOf(access, someone('LEAKER')),
      refusalOf(access, someone('ADMIN')),
    ]).toEqual([visitor, member, premium, leaker, admin]);
  });

  it('treats a suspended user as a visitor, but returns BANNED where a login is required', () => {
    expect(refusalOf('visitor', null, true)).toBeNull();
    for (const access of ['member', 'owner', 'premium', 'leaker', 'admin'] as const) {
      expect(refusalOf(access, null, true)).toBe('BANNED');
    }
  });

  it('rejects an administrator without the required two-factor on admin calls only', () => {
    const admin = someone('ADMIN', { needsTwoFactor: true });
    expect(refusalOf('admin', admin)).toBe('TWO_FACTOR_NEEDED');
    for (const access of ['visitor', 'member', 'owner', 'premium', 'leaker'] as const) {
      expect(refusalOf(access, admin)).toBeNull();
    }
  });
});
