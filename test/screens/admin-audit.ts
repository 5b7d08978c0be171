import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const path = '/admin/audit';
const CALL = /\/api\/admin\/audit(\?|$)/;

const answerWith = (entries: object[]) => (page: Page) =>
  page.route(CALL, (route) =>
    route.fulfill({
      json: {
        entries,
        pagination: {
          total: entries.length,
          pages: entries.length > 0 ? 1 : 0,
          currentPage: 1,
          limit: 10,
          atLeast: false,
        },
        actors: ['ada-admin', 'the site'],
        actions: ['settings.change', 'user.role'],
      },
    }),
  );

const long = 'Where the light of the late afternoon falls on the wall of the studio. '.repeat(6);
const entry = (id: number, action: string, subject: object, before: unknown, after: unknown) => ({
  id,
  at: '2026-11-20T14:05:00.000Z',
  actor: { id: null, name: id % 2 ? 'ada-admin' : 'the site' },
  action,
  subject,
  before,
  after,
  address: id % 2 ? '192.0.2.0' : null,
});
const everyKind = [
  entry(1, 'settings.change', { kind: 'settings', id: 'site', label: null }, { siteName: 'Helix' }, { siteName: long }),
  entry(2, 'user.role', { kind: 'user', id: 'x', label: 'mia-member' }, { role: 'USER' }, { role: 'LEAKER' }),
  entry(3, 'something.new', { kind: 'thing', id: 'x'.repeat(80), label: null }, null, {
    a: 1,
    b: [2],
    c: '',
    d: null,
    e: 5,
    f: 6,
  }),
  entry(4, 'user.erase', { kind: 'user', id: '0b1ad000-0000-4000-8000-000000000000', label: null }, null, null),
];

export const group = 'adminContent';

export const adminAuditScreens: Screen[] = [
  { name: 'admin-audit', path, as: 'admin' },
  { name: 'admin-audit-loading', path, as: 'admin', before: hold(CALL), isHeld: true },
  { name: 'admin-audit-empty', path, as: 'admin', before: answerWith([]) },
  {
    name: 'admin-audit-failed',
    path,
    as: 'admin',
    before: (page) => page.route(CALL, (route) => route.fulfill({ status: 500, json: {} })),
    complaint: /500/,
  },
  {
    name: 'admin-audit-all-shown',
    path,
    as: 'admin',
    before: answerWith(everyKind),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Show all of site/ }).click();
      await page.getByRole('button', { name: /^Show less/ }).waitFor();
    },
  },
  {
    name: 'admin-audit-nothing-found',
    path,
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('searchbox', { name: 'Search people, actions or IDs' }).fill('no such act');
      await page.getByText('No matching entries.').waitFor();
    },
  },
];
