// Screens for the review of one upload. Its page comes with its data, so there is no state of loading.
import type { APIRequestContext, Page } from '@playwright/test';
import { reviewPath } from '#contract/paths.ts';
import { type Address, type Screen, UNKNOWN_ID } from './screen.ts';

const LOCK = /\/api\/admin\/review\/[^/]+\/lock/;
const NEXT = /\/api\/admin\/review(\?|$)/;

/** The demo has an upload that waits. */
const waiting: Address = async (api: APIRequestContext) => {
  const { id } = (await (await api.get('/api/admin/review')).json()) as { id: string | null };
  if (id === null) throw new Error('The demo has no upload to review');
  return reviewPath(id);
};

const lockedToYou = (page: Page) => page.getByText(/^Locked to you until/).waitFor();

const heldByOther = (page: Page) =>
  page.route(LOCK, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          json: {
            lock: { reviewer: 'halide', isYours: false, until: '2026-11-27T14:05:00.000Z' },
            status: 'PENDING',
          },
        })
      : route.fulfill({ status: 204 }),
  );

const refused = (page: Page) =>
  page.route(LOCK, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { code: 'INTERNAL', message: '' } }),
  );

/** Navigates within the site to mock the request. */
const toReview = async (page: Page): Promise<void> => {
  const entry = page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Review' });
  const burger = page.getByRole('button', { name: 'Admin menu' });
  await entry.or(burger).first().waitFor();
  if (!(await entry.isVisible())) await burger.click();
  await entry.click();
  await page.getByText('Nothing to review').waitFor();
};

export const group = 'adminContent';

export const adminReviewScreens: Screen[] = [
  { name: 'admin-review', path: waiting, as: 'admin', prepare: lockedToYou },
  {
    name: 'admin-review-reason',
    path: waiting,
    as: 'admin',
    prepare: async (page) => {
      await lockedToYou(page);
      await page.getByRole('button', { name: 'Wrong details' }).click();
      await page.getByLabel('Reason for rejecting').waitFor();
    },
  },
  {
    name: 'admin-review-of-another',
    path: waiting,
    as: 'admin',
    before: heldByOther,
    prepare: (page) => page.getByText('halide is reviewing this, until 14:05').waitFor(),
  },
  {
    name: 'admin-review-failed',
    path: waiting,
    as: 'admin',
    before: refused,
    prepare: (page) => page.getByText('The upload could not be locked').waitFor(),
    complaint: /status (?:of )?500/,
  },
  {
    name: 'admin-review-none',
    path: '/admin',
    as: 'admin',
    before: (page) => page.route(NEXT, (route) => route.fulfill({ json: { id: null, waiting: 0 } })),
    prepare: toReview,
  },
  { name: 'admin-review-unknown', path: reviewPath(UNKNOWN_ID), as: 'admin', status: 404, complaint: /404/ },
];
