import { expect, it } from 'vitest';
import { isLocalSetUp } from './loopback.ts';

it.each([
  ['nothing configured', {}, true],
  ['localhost', { host: 'localhost', publicUrl: 'http://localhost:3000' }, true],
  ['IPv6', { host: '::1', publicUrl: 'http://[::1]:3000' }, true],
  ['all addresses of the machine', { host: '0.0.0.0' }, false],
  ['an address in the local network', { host: '192.168.1.20' }, false],
  ['a public address', { publicUrl: 'https://helix.example' }, false],
  ['a name that starts with localhost', { publicUrl: 'https://localhost.evil.example' }, false],
  ['a front server', { trustProxy: 'loopback' }, false],
  ['a front server given by address', { trustProxy: '127.0.0.1' }, false],
  ['a local front server and a local address', { trustProxy: 'loopback', publicUrl: 'http://127.0.0.1:8080' }, true],
  ['the same with IP addresses', { trustProxy: '127.0.0.1, ::1', publicUrl: 'http://localhost:8080' }, true],
  ['a front server on another machine', { trustProxy: '127.0.0.1,10.0.0.0/8', publicUrl: 'http://localhost' }, false],
  ['a local front server and a public address', { trustProxy: 'loopback', publicUrl: 'https://helix.example' }, false],
])('detects whether only this machine can reach the site: %s', (_about, changes, expected) => {
  expect(isLocalSetUp({ host: '127.0.0.1', publicUrl: null, trustProxy: null, ...changes })).toBe(expected);
});
