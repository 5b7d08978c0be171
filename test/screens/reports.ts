// The queue of reports for moderators of the forum.
import type { Page } from '@playwright/test';
import { FORUM_REPORTS_PATH } from '#contract/paths.ts';
import type { ForumReport } from '#contract/reports/api.ts';
import { hold, type Screen, UNKNOWN_ID } from './screen.ts';

const LIST = /\/api\/reports\/forum/;

const report = (number: number, changes: Partial<ForumReport> = {}): ForumReport => ({
  id: UNKNOWN_ID.replace(/..$/, String(10 + number)),
  number,
  kind: 'post',
  subject: {
    id: UNKNOWN_ID,
    label: 'How do you keep skin tones consistent across cameras?',
    path: '/community',
    owner: 'kettle',
    state: 'there',
    threadPosts: null,
  },
  reason: 'abuse',
  details: 'The third paragraph is about me.\nI have asked them to take it back.',
  status: 'OPEN',
  decision: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  others: 0,
  ...changes,
});

const reports = [report(14, { others: 2 }), report(12, { details: 'Spam. '.repeat(80) })];

const listing = (shown: ForumReport[]) => ({
  reports: shown,
  pagination: { total: shown.length, pages: 1, currentPage: 1, limit: 20, atLeast: false },
});

/** The page is opened by a link, so that the browser asks for the list. */
const open = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Review reports' }).click();
  await page.getByRole('heading', { name: 'Forum reports' }).waitFor();
};
const answering =
  (json: unknown, status = 200) =>
  (page: Page) =>
    page.route(LIST, (route) => route.fulfill({ status, json }));

export const group = 'forum';

export const reportsScreens: Screen[] = [
  {
    name: 'forum-reports',
    path: '/community',
    as: 'admin',
    before: answering(listing(reports)),
    prepare: open,
  },
  {
    name: 'forum-reports-review',
    path: '/community',
    as: 'admin',
    before: answering(listing(reports)),
    prepare: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Review report no. 14' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
      await page.getByText('Enter a reason. The people involved will read it.').waitFor();
    },
  },
  {
    name: 'forum-reports-empty',
    path: '/community',
    as: 'admin',
    before: answering(listing([])),
    prepare: async (page) => {
      await open(page);
      await page.getByRole('heading', { name: 'No open reports' }).waitFor();
    },
  },
  {
    name: 'forum-reports-failed',
    path: '/community',
    as: 'admin',
    before: (page) => page.route(LIST, (route) => route.abort()),
    prepare: async (page) => {
      await open(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'forum-reports-not-allowed',
    path: FORUM_REPORTS_PATH,
    as: 'member',
    prepare: (page) => page.getByRole('heading', { name: 'Only for moderators' }).waitFor(),
    complaint: /status of 403/,
  },
  {
    name: 'forum-reports-loading',
    path: '/community',
    as: 'admin',
    before: hold(LIST),
    isHeld: true,
    prepare: async (page) => {
      await open(page);
      await page.getByRole('main').getByText('Loading').waitFor();
    },
  },
];
