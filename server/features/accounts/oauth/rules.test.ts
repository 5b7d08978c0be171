import { describe, expect, it } from 'vitest';
import { decideUnknown, intentOf, isStale, withQuery } from './rules.ts';

it.each([
  ['/login', { error: 'state' }, '/login?error=state'],
  ['/settings?error=old#links', { error: 'taken' }, '/settings?error=taken#links'],
  ['/login', { next: '/a?b=1&c' }, '/login?next=%2Fa%3Fb%3D1%26c'],
])('adds to %s the query %j: %s', (path, more, expected) => {
  expect(withQuery(path, more as unknown as Record<string, string>)).toBe(expected);
});

it.each([
  ['google', undefined, false, 'sign-in'],
  ['google', undefined, true, 'sign-in'],
  ['google', 'link', true, 'link'],
  ['discord', undefined, false, 'sign-in'],
  ['discord', undefined, true, 'link'],
  ['discord', 'confirm', true, 'confirm'],
  ['patreon', undefined, true, 'link'],
  ['patreon', 'confirm', true, 'link'],
] as const)('treats %s with intent %s, logged in %s, as %s', (provider, wanted, isSignedIn, intent) => {
  expect(intentOf(provider, wanted, isSignedIn)).toBe(intent);
});

describe('an unlinked identity gets the right decision', () => {
  const told = { subject: '1', username: 'jo', displayName: null, email: 'jo@people.example' };
  const sure = { ...told, emailVerified: true, authoritative: true };
  const verified = { emailVerifiedAt: new Date(0), provenElsewhere: false, hasProvider: false };
  it.each([
    ['its address is free', sure, undefined, 'create'],
    ['an unverified address is free', { ...sure, emailVerified: false, authoritative: false }, undefined, 'create'],
    ['it has no address', { ...sure, email: null }, undefined, 'no-email'],
    ['both sides have proven the address', sure, verified, 'join'],
    ['the account never proved it', sure, { ...verified, emailVerifiedAt: null }, 'link-first'],
    ['the account proved it outside a session', sure, { ...verified, provenElsewhere: true }, 'link-first'],
    ['the provider does not vouch for it', { ...sure, authoritative: false }, verified, 'link-first'],
    ['the provider calls it unverified', { ...sure, emailVerified: false }, verified, 'link-first'],
    ['the account has linked another identity', sure, { ...verified, hasProvider: true }, 'link-first'],
  ] as const)('when %s', (_case, profile, owner, decision) => {
    expect(decideUnknown(profile, owner)).toBe(decision);
  });
});

it.each([
  [null, false],
  ['2026-05-04T10:01:01Z', false],
  ['2026-05-04T10:00:30Z', true],
  ['2026-05-04T09:00:00Z', true],
])('treats tokens that expire at %s as stale at 10:00: %s', (expiresAt, stale) => {
  expect(isStale(expiresAt === null ? null : new Date(expiresAt), new Date('2026-05-04T10:00:00Z'))).toBe(stale);
});
