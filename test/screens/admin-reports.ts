// Screens for reports and the site's text pages in the admin panel. The reports are mocked, so the demo data needs no reports.
import type { Page } from '@playwright/test';
import type { AdminReport } from '#contract/reports/api.ts';
import { hold, type Screen, UNKNOWN_ID } from './screen.ts';

const LIST = /\/api\/admin\/reports\?|\/api\/admin\/reports$/;

const report = (number: number, changes: Partial<AdminReport> = {}): AdminReport => ({
  id: UNKNOWN_ID.replace(/..$/, String(10 + number)),
  number,
  kind: 'resource',
  subject: {
    id: UNKNOWN_ID,
    label: 'Soft glow transitions',
    path: '/resources',
    owner: 'a-leaker',
    state: 'there',
    threadPosts: null,
  },
  address: '/resources',
  reason: 'copyright',
  details: 'This is my work: see the third file.\nI have not allowed it here.',
  email: 'reporter@outside.example',
  reporter: null,
  status: 'OPEN',
  decision: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  others: 0,
  ...changes,
});

const reports: AdminReport[] = [
  report(4, { others: 1 }),
  report(3, {
    kind: 'profile',
    subject: { id: UNKNOWN_ID, label: 'a-member', path: '/', owner: 'a-member', state: 'there', threadPosts: null },
    reason: 'abuse',
    reporter: 'someone',
  }),
  report(2, {
    status: 'UPHELD',
    subject: {
      id: UNKNOWN_ID,
      label: 'Borrowed sounds',
      path: '/resources',
      owner: 'a-leaker',
      state: 'hidden',
      threadPosts: null,
    },
    decision: 'It is someone else’s work.',
    decidedBy: 'admin',
    decidedAt: '2026-11-20T10:00:00.000Z',
  }),
  report(1, {
    kind: 'other',
    subject: { id: null, label: '', path: null, owner: null, state: 'elsewhere', threadPosts: null },
    address: 'the mail that I got',
    status: 'DISMISSED',
    decision: 'That mail was not ours.',
  }),
];

const giveReports = (rows: AdminReport[]) => (page: Page) =>
  page.route(LIST, (route) => {
    const total = rows.length;
    const pagination = { total, pages: total ? 1 : 0, currentPage: 1, limit: 10, atLeast: false };
    return route.fulfill({ json: { reports: rows, pagination } });
  });

const openReport = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByText('Details').waitFor();
};

const openEditor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit Privacy' }).click();
  await page.getByLabel('Text', { exact: true }).waitFor();
};

const TEXTS = '/admin/settings/texts';
const path = '/admin/reports';

export const group = 'adminContent';

export const adminReportScreens: Screen[] = [
  {
    name: 'admin-reports',
    path,
    as: 'admin',
    before: giveReports(reports),
    prepare: (page) => page.getByText('Borrowed sounds').waitFor(),
  },
  {
    name: 'admin-reports-empty',
    path,
    as: 'admin',
    before: giveReports([]),
    prepare: (page) => page.getByText('No reports found.').waitFor(),
  },
  {
    name: 'admin-reports-loading',
    path,
    as: 'admin',
    before: hold(LIST),
    isHeld: true,
    prepare: (page) => page.getByText('Loading').first().waitFor(),
  },
  {
    name: 'admin-reports-failed',
    path,
    as: 'admin',
    before: (page) => page.route(LIST, (route) => route.abort()),
    prepare: (page) => page.getByText('Failed to load the reports').waitFor(),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-report-open',
    path,
    as: 'admin',
    before: giveReports(reports),
    prepare: openReport(/no\. 4$/),
  },
  {
    name: 'admin-report-no-reason',
    path,
    as: 'admin',
    before: giveReports(reports),
    prepare: async (page) => {
      await openReport(/no\. 3$/)(page);
      await page.getByRole('button', { name: 'Uphold' }).click();
      await page.getByText('Enter a reason').waitFor();
    },
  },
  {
    name: 'admin-report-decided',
    path,
    as: 'admin',
    before: giveReports(reports),
    prepare: openReport(/no\. 2$/),
  },
  {
    name: 'admin-texts',
    path: TEXTS,
    as: 'admin',
    prepare: (page) => page.getByRole('button', { name: 'Edit Privacy' }).waitFor(),
  },
  {
    name: 'admin-texts-failed',
    path: TEXTS,
    as: 'admin',
    before: (page) => page.route(/\/api\/admin\/texts$/, (route) => route.abort()),
    prepare: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-text-preview',
    path: TEXTS,
    as: 'admin',
    prepare: async (page) => {
      await openEditor(page);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('region', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'admin-text-leave',
    path: TEXTS,
    as: 'admin',
    prepare: async (page) => {
      await openEditor(page);
      await page.getByLabel('Text', { exact: true }).fill('Other words');
      await page.getByRole('button', { name: 'All texts' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
