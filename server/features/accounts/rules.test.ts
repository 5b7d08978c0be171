import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSuspended } from '#server/platform/account-status.ts';
import {
  adminUsername,
  counterNameOf,
  isFromThisMachine,
  isReservedName,
  isUsableName,
  usernameFrom,
  withSuffix,
} from './rules.ts';

describe('isFromThisMachine', () => {
  const local = { host: 'localhost:3000' };
  it.each([
    ['a local browser', local, '127.0.0.1', true],
    ['a request over IPv6', { host: '[::1]:3000' }, '::1', true],
    ['an IPv4-mapped address', { host: '127.0.0.1:3000' }, '::ffff:127.0.0.1', true],
    ['a local Origin', { ...local, origin: 'http://localhost:3000' }, '127.0.0.1', true],
    ['a reverse proxy', { ...local, 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', false],
    ['a reverse proxy with an empty header', { ...local, 'x-forwarded-for': '' }, '127.0.0.1', false],
    ['a reverse proxy with RFC 7239 headers', { ...local, forwarded: 'for=203.0.113.9' }, '127.0.0.1', false],
    ['a public host name', { host: 'helix.example' }, '127.0.0.1', false],
    ['a host name that starts like a local one', { host: 'localhost.evil.example' }, '127.0.0.1', false],
    ['a missing Host', {}, '127.0.0.1', false],
    ['a foreign Origin', { ...local, origin: 'https://helix.example' }, '127.0.0.1', false],
    ['a null Origin', { ...local, origin: 'null' }, '127.0.0.1', false],
    ['another machine with a local host name', local, '192.168.1.20', false],
    ['an address that starts like a local one', local, '127.0.0.1.5', false],
    ['a missing address', local, '', false],
  ])('recognises %s', (_name, headers, remoteAddress, expected) => {
    const request = { headers, socket: { remoteAddress } };
    expect(isFromThisMachine({ isLocal: true }, request)).toBe(expected);
    expect(isFromThisMachine({ isLocal: false }, request)).toBe(false);
  });

  it.each([
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-forwarded',
    'x-original-url',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'true-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-real-ip',
    'fastly-client-ip',
    'forwarded',
    'via',
  ])('recognises a reverse proxy by %s', (name) => {
    const request = { headers: { ...local, [name]: '' }, socket: { remoteAddress: '127.0.0.1' } };
    expect(isFromThisMachine({ isLocal: true }, request)).toBe(false);
  });
});

it.each([
  [null, null, false],
  ['2026-01-01', null, true],
  ['2026-01-01', '2026-01-09', false],
  ['2026-01-01', '2026-01-10', false],
  ['2026-01-01', '2026-01-11', true],
])('decides whether an account suspended from %s until %s is suspended: %s', (since, until, expected) => {
  const person = { suspendedAt: since ? new Date(since) : null, suspendedUntil: until ? new Date(until) : null };
  expect(isSuspended(person, new Date('2026-01-10'))).toBe(expected);
});

it.each([
  ['Jane.Doe@helix.example', 'janedoe'],
  ['admin@helix.example', 'site-admin'],
  ['community@helix.example', 'site-community'],
  ['12345@helix.example', 'site-12345'],
  ['x@helix.example', 'site-x'],
  ['__@helix.example', 'site-admin'],
  [`${'long'.repeat(15)}@helix.example`, 'longlonglonglonglong'],
])('names an administrator with the email %s %s', (email, username) => {
  expect(adminUsername(email)).toBe(username);
});

it('uses counter names that do not reveal the address and ignore its case', () => {
  expect(counterNameOf('Jane@People.example')).toBe(counterNameOf('jane@people.example'));
  expect(counterNameOf('jane@people.example')).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

describe('a username', () => {
  const wellFormed = /^(?!\d+$)[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/;

  it.each([
    ['jane.doe@people.example', 'janedoe'],
    ['JANE_DOE', 'jane_doe'],
    ['Jürgen Öß', 'jurgeno'],
    ['a.b@x.co', 'member-ab'],
    ['ü@x.co', 'member-u'],
    ['12345', 'member-12345'],
    ['--__--', 'member'],
    ['日本', 'member'],
    ['', 'member'],
    ['_-a-b-_', 'a-b'],
    [`${'long'.repeat(10)}`, 'longlonglonglonglonglonglonglo'],
    [`${'a'.repeat(29)}-b`, 'a'.repeat(29)],
    ['1'.repeat(40), `member-${'1'.repeat(23)}`],
    ['login@x.co', 'login'],
  ])('derived from %s is %s', (text, name) => {
    expect(usernameFrom(text)).toBe(name);
    expect(name).toMatch(wellFormed);
  });

  it('is always well-formed and has room for a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (text, number) => {
        const name = usernameFrom(text);
        expect(name).toMatch(wellFormed);
        expect(usernameFrom(name)).toBe(name);
        expect(withSuffix(name, String(number))).toMatch(wellFormed);
      }),
    );
  });

  it('can be any well-formed name that is not reserved', () => {
    for (const name of ['jane', 'jane_doe-2', 'a1b']) expect(isUsableName(name), name).toBe(true);
    for (const name of ['login', 'con', 'Jane', 'ja', '123', '-jane', 'jane doe', 'jäne'])
      expect(isUsableName(name), name).toBe(false);
    expect(isReservedName('LOGIN')).toBe(true);
  });
});
