import { expect, it } from 'vitest';
import type { Account, PresentedRole } from '#contract/accounts/api.ts';
import { guardOf } from './guards.ts';

const person = (role: PresentedRole): Account => ({ role }) as Account;
const roles = [null, 'USER', 'PREMIUM', 'LEAKER', 'ADMIN'] as const;
const led = (pattern: string, here = pattern) =>
  roles.map((role) => guardOf(pattern)(role === null ? null : person(role), here));

it.each([
  ['/dashboard', ['/login?next=%2Fdashboard', null, null, null, null]],
  ['/leaker', ['/login?next=%2Fleaker', null, null, null, null]],
  ['/leaker/uploads/:id', ['/login?next=%2Fleaker%2Fuploads%2F%3Aid', null, null, null, null]],
  ['/admin', ['/login?next=%2Fadmin', '/dashboard', '/dashboard', '/dashboard', null]],
  [
    '/admin/settings/:page',
    ['/login?next=%2Fadmin%2Fsettings%2F%3Apage', '/dashboard', '/dashboard', '/dashboard', null],
  ],
  ['/toolbox', [...Array(4).fill('/login?next=%2Ftoolbox'), null]],
  ['/login', [null, '/dashboard', '/', '/leaker', '/admin']],
  ['/resources', [null, null, null, null, null]],
])('%s redirects visitor, USER, PREMIUM, LEAKER and ADMIN to %j', (pattern, expected) => {
  expect(led(pattern)).toEqual(expected);
});

it('never redirects in a loop', () => {
  for (const role of roles) {
    const who = role === null ? null : person(role);
    for (const pattern of ['/dashboard', '/leaker', '/admin', '/toolbox', '/login']) {
      let at: string | null = pattern;
      for (let step = 0; step < 4 && at !== null; step += 1) at = guardOf(at.split('?')[0] ?? '')(who, at);
      expect(at).toBeNull();
    }
  }
});
