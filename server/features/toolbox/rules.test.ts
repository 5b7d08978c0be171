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

describe('the displayed state', () => {
  it.each([
    ['loaded', 'active', 'online', null, null],
    ['loaded', 'reloading', 'online', null, null],
    ['loaded', 'inactive', 'offline', null, null],
    ['loaded', 'failed', 'offline', 'The service has failed.', 'failed'],
    ['not-found', 'inactive', 'offline', 'There is no service "helix" on this server.', 'no-service'],
    ['masked', 'inactive', 'offline', 'The service "helix" is masked on this server.', 'masked'],
    ['loaded', 'activating', 'starting', null, null],
    ['loaded', 'deactivating', 'stopping', null, null],
    [
      null,
      null,
      'error',
      'The server did not report whether the service is running: sh: systemctl: not found',
      'not-told',
    ],
    [
      null,
      'toString',
      'error',
      'The server did not report whether the service is running: sh: systemctl: not found',
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
  ['', 'The server gave no reason.'],
  ['\n\x1b[31mred\n', '[31mred'],
])('the reason in %j is %s', (errors, reason) => {
  expect(systemctlRefusal(errors)).toBe(reason);
});

it('reasons include the known details', () => {
  expect(reasonOf({ kind: 'unreachable', detail: 'ECONNREFUSED' })).toBe(
    'The server cannot be reached: nothing is listening on this port.',
  );
  expect(reasonOf({ kind: 'unreachable', detail: null })).toBe('The server cannot be reached.');
  expect(reasonOf({ kind: 'credentials', detail: 'sealed' })).toContain('SECRET_KEY');
});

it('pasted keys get Unix line endings', () => {
  expect(cleanKey(' a\r\nb\r')).toBe('a\nb\n');
  expect(cleanKey('  ')).toBeNull();
});
