import { expect, it } from 'vitest';
import { createVisitorNames, networkOf, readForwarded } from './visitors.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:1234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.1:80, 203.0.113.7:1234 ,10.0.0.2', '198.51.100.1, 203.0.113.7, 10.0.0.2'],
  ['unknown, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, unknown', ''],
  ['203.0.113.7:port', ''],
  ['203.0.113.7:1234:5', ''],
  ['203.0.113.700:1234', ''],
  ['_hidden', ''],
  ['', ''],
])('reads the forwarded addresses %j as %j', (header, addresses) => {
  expect(readForwarded(header)).toBe(addresses);
});

it('gives a visitor the same name for a day, and other people and days different ones', () => {
  let now = new Date('2026-03-01T10:00:00Z');
  const nameOf = createVisitorNames(Buffer.alloc(32, 1), () => now);
  const name = nameOf('203.0.113.7', 'browser');
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(nameOf('203.0.113.7', 'browser')).toBe(name);
  expect(nameOf('203.0.113.8', 'browser')).not.toBe(name);
  expect(nameOf('203.0.113.7', 'other')).not.toBe(name);
  expect(createVisitorNames(Buffer.alloc(32, 2), () => now)('203.0.113.7', 'browser')).not.toBe(name);
  now = new Date('2026-03-02T00:00:00Z');
  const next = nameOf('203.0.113.7', 'browser');
  expect(next).not.toBe(name);
  // After the clock has been set back to an earlier day, that day's names are produced again.
  now = new Date('2026-03-01T23:59:59Z');
  expect(nameOf('203.0.113.7', 'browser')).toBe(name);
  now = new Date('2026-03-02T12:00:00Z');
  expect(nameOf('203.0.113.7', 'browser')).toBe(next);
});

it('gives people on one network the same name, even with very long user agents', () => {
  const nameOf = createVisitorNames(Buffer.alloc(32, 1), () => new Date('2026-03-01T10:00:00Z'));
  expect(nameOf('2001:db8:1:2::1', 'browser')).toBe(nameOf('2001:db8:1:2::2', 'browser'));
  const long = 'b'.repeat(5000);
  expect(nameOf('203.0.113.7', long)).toBe(nameOf('203.0.113.7', long));
  expect(nameOf('203.0.113.7', long)).not.toBe(nameOf('203.0.113.7', `${long}b`));
});
