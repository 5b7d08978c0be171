import { describe, expect, it } from 'vitest';
import { cleanKey, priorityOf, reasonOf, serverStateOf, systemctlRefusal } from './rules.ts';

it.each([
  [undefined, 0],
  ['', 0],
  ['high', 0],
  ['12', 12],
  [-1, -1],
  [2.6, 3],
  ['1e309', 1_000_000],
  [-5_000_000, -1_000_000],
  ['0x10', 16],
  [-0, 0],
])('priority %j is %d', (given, expected) => {
  expect(Object.is(priorityOf(given), expected)).toBe(true);
});

describe('what is shown', () => {
  it.each([
    ['loaded', 'active', 'online', null, null],
    ['loaded', 'reloading', 'online', null, null],
    ['loaded', 'inactive', 'offline', null, null],
    ['loaded', 'failed', 'offline', 'The service has failed.', 'failed'],
    ['not-found', 'inactive', 'offline', 'There is no service "helix" on this server.', 'no-service'],
    ['masked', 'inactive', 'offline', 'The service "helix" is masked on this server.', 'masked'],
    ['loaded', 'activating', 'starting', null, null],
    ['loaded', 'deactivating', 'stopping', null, null],
    [null, null, 'error', 'The server does not tell whether the service runs: sh: systemctl: not found', 'not-told'],
    [
      null,
      'toString',
      'error',
      'The server does not tell whether the service runs: sh: systemctl: not found',
      'not-told',
    ],
  ])('of a unit that is %s and %s is %s', (load, active, status, reason, code) => {
    expect(serverStateOf({ load, active, words: 'sh: systemctl: not found' }, 'helix')).toEqual({
      status,
      reason,
      code,
    });
  });
});

it.each([
  ['Failed to start helix.service: Access denied\nSee system logs.\n', 'Access denied'],
  ['sh: 1: systemctl: not found\n', 'sh: 1: systemctl: not found'],
  ['', 'The server did not say why.'],
  ['\n\x1b[31mred\n', '[31mred'],
])('of %j the reason is %s', (errors, reason) => {
  expect(systemctlRefusal(errors)).toBe(reason);
});

it('reasons say what is known', () => {
  expect(reasonOf({ kind: 'unreachable', detail: 'ECONNREFUSED' })).toBe(
    'The server cannot be reached: nothing listens at this port.',
  );
  expect(reasonOf({ kind: 'unreachable', detail: null })).toBe('The server cannot be reached.');
  expect(reasonOf({ kind: 'credentials', detail: 'sealed' })).toContain('SECRET_KEY');
});

it('pasted keys end their lines as programs do', () => {
  expect(cleanKey(' a\r\nb\r')).toBe('a\nb\n');
  expect(cleanKey('  ')).toBeNull();
});
