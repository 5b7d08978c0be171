import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Account, PresentedRole } from '#contract/accounts/api.ts';
import { pagePatterns } from '#contract/paths.ts';
import { siteCommands, textCommands } from './palette-commands.ts';

const account = (role: PresentedRole): Account => ({
  id: '1',
  username: 'mira',
  email: 'mira@example.com',
  role,
  isPremium: role === 'PREMIUM',
  patreonUsername: null,
  discordUsername: null,
  bio: '',
  avatar: '/api/users/mira/avatar',
  banner: '',
  displayName: null,
  badges: [],
  followers: 0,
  following: 0,
  totalLikes: 0,
  verified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const nothing = { logOut: () => {}, choose: () => {}, showKeys: () => {} };
const commandsOf = (role: PresentedRole | null) =>
  siteCommands({ user: role && account(role), theme: 'dark', here: '/wiki?search=zip' }, nothing);
const labels = (role: PresentedRole | null): string[] => commandsOf(role).map(({ label }) => label);

const roles = [null, 'USER', 'PREMIUM', 'LEAKER', 'ADMIN'] as const;

describe('the commands of', () => {
  it.each(roles)('%s lead to existing pages, each with a name and an id of its own', (role) => {
    const all = [...commandsOf(role), ...textCommands('light leaks', role && account(role))];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, label, to, run } of all) {
      expect(label, id).not.toBe('');
      if (to === undefined) {
        expect(run, id).toBeTypeOf('function');
        continue;
      }
      const { pathname } = new URL(to, 'http://site');
      const isKnown = [...pagePatterns, '/:username'].some((pattern) => matchPath(pattern, pathname));
      expect(isKnown, to).toBe(true);
    }
  });

  it('visitors let them log in, and return to the page', () => {
    const shown = labels(null);
    expect(shown).toEqual(expect.arrayContaining(['Log in', 'Create account', 'Light theme', 'Elements']));
    expect(commandsOf(null).find(({ label }) => label === 'Log in')?.to).toBe('/login?next=%2Fwiki%3Fsearch%3Dzip');
    for (const own of ['Log out', 'New upload', 'Settings', 'Users', 'Notifications']) expect(shown).not.toContain(own);
  });

  it('members have their settings, and no uploads or admin pages', () => {
    const shown = labels('USER');
    expect(shown).toEqual(expect.arrayContaining(['Log out', 'Settings', 'Two-factor', 'Notifications']));
    for (const other of ['Log in', 'New upload', 'Users', 'Audit log']) expect(shown).not.toContain(other);
  });

  it('creators have New upload, and administrators the sections of the panel', () => {
    expect(labels('LEAKER')).toContain('New upload');
    expect(labels('LEAKER')).not.toContain('Users');
    expect(labels('ADMIN')).toEqual(expect.arrayContaining(['New upload', 'Users', 'Audit log', 'Toolbox', 'Design']));
  });

  it('everyone leave out the present theme', () => {
    expect(labels(null)).not.toContain('Dark theme');
  });
});

describe('actions for a text', () => {
  it('search for it, request it, and for administrators look for users', () => {
    const paths = textCommands('a & b', account('ADMIN')).map(({ to }) => to);
    expect(paths).toEqual(['/resources?search=a+%26+b', '/request?name=a+%26+b', '/admin']);
    expect(textCommands('x', null)).toHaveLength(2);
  });
});
