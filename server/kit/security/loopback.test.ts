import { expect, it } from 'vitest';
import { isLocalSetUp } from './loopback.ts';

it.each([
  ['nothing set', {}, true],
  ['a name of this machine', { host: 'localhost', publicUrl: 'http://localhost:3000' }, true],
  ['IPv6', { host: '::1', publicUrl: 'http://[::1]:3000' }, true],
  ['every address of the machine', { host: '0.0.0.0' }, false],
  ['an address in a network', { host: '192.168.1.20' }, false],
  ['a public address', { publicUrl: 'https://helix.example' }, false],
  ['a name that begins like ours', { publicUrl: 'https://localhost.evil.example' }, false],
  ['a front server', { trustProxy: 'loopback' }, false],
  ['a front server by its address', { trustProxy: '127.0.0.1' }, false],
  ['a front server here for this machine', { trustProxy: 'loopback', publicUrl: 'http://127.0.0.1:8080' }, true],
  ['the same by addresses', { trustProxy: '127.0.0.1, ::1', publicUrl: 'http://localhost:8080' }, true],
  ['a front server elsewhere', { trustProxy: '127.0.0.1,10.0.0.0/8', publicUrl: 'http://localhost' }, false],
  ['a front server for others', { trustProxy: 'loopback', publicUrl: 'https://helix.example' }, false],
])('whether a set-up is for this machine alone: %s', (_about, changes, expected) => {
  expect(isLocalSetUp({ host: '127.0.0.1', publicUrl: null, trustProxy: null, ...changes })).toBe(expected);
});
