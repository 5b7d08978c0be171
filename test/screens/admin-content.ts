// Screens for the Leakers and Uploads sections of the panel, in each state.
import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const UPLOADS = /\/api\/admin\/uploads\?|\/api\/admin\/uploads$/;
const APPLICATIONS = /\/api\/admin\/applications\?|\/api\/admin\/applications$/;
const SEARCHED = /\/api\/admin\/(applications|uploads)\?.*search=nobody/;

const toSection = async (page: Page, name: 'Leakers' | 'Uploads'): Promise<void> => {
  const entry = page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name });
  const burger = page.getByRole('button', { name: 'Admin menu' });
  await entry.or(burger).first().waitFor();
  if (!(await entry.isVisible())) await burger.click();
  await entry.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

const ID = '00000000-0000-4000-8000-00000000000';

const application = (at: number, status: 'PENDING' | 'APPROVED' | 'REJECTED', given: object = {}) => ({
  id: `${ID}${at}`,
  userId: `${ID}${at}`,
  username: ['ada-lens', 'ben-grain', 'cleo-cuts', 'dora-dolly'][at],
  email: `person-${at}@people.example`,
  status,
  createdAt: `2026-03-0${at + 1}T09:00:00.000Z`,
  reason: status === 'REJECTED' ? 'Please show some work of your own first.' : null,
  decidedAt: status === 'PENDING' ? null : '2026-03-09T09:00:00.000Z',
  decidedBy: status === 'PENDING' ? null : 'admin',
  obstacle: null,
  ...given,
});

const waiting = [application(0, 'PENDING'), application(1, 'PENDING', { obstacle: 'SUSPENDED' })];
const applications = [...waiting, application(2, 'APPROVED'), application(3, 'REJECTED')];

/** Mocks applications, because the demo has none and taking screenshots must not turn members into leakers. */
const applied = async (page: Page): Promise<void> => {
  await page.route(/\/api\/users\/dora-dolly\/avatar/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.route(APPLICATIONS, (route) => {
    const rows = route.request().url().includes('status=PENDING') ? waiting : applications;
    return route.fulfill({ json: rows, headers: { 'x-total-count': String(rows.length) } });
  });
  await page.route(/\/api\/admin\/applications\/0/, (route) =>
    route.fulfill({
      json: {
        ...applications[3],
        applicant: {
          displayName: 'Dora Dolly',
          bio: 'Long takes and slow moves.',
          role: 'USER',
          emailVerified: true,
          joinedAt: '2026-01-02T09:00:00.000Z',
          uploads: 0,
          followers: 3,
        },
        others: [{ ...applications[3], createdAt: '2026-02-01T09:00:00.000Z' }],
      },
    }),
  );
};

/**
 * Makes later requests fail. If the first requests failed too, the panel itself would show an error
 * (test/screens/admin-overview.ts).
 */
const refused = (page: Page) =>
  page.route(SEARCHED, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { code: 'INTERNAL', message: '' } }),
  );

const nothing = (page: Page) =>
  Promise.all([
    page.route(UPLOADS, (route) =>
      route.fulfill({
        json: { uploads: [], pagination: { total: 0, pages: 0, currentPage: 1, limit: 10, atLeast: false } },
      }),
    ),
    page.route(APPLICATIONS, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } })),
  ]);

const inSection = (section: 'Leakers' | 'Uploads', act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await toSection(page, section);
  await act(page);
};

const firstRow = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();

const choose = (item: string) => async (page: Page) => {
  await firstRow(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
};

const said = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const failure = /status (?:of )?500/;

export const group = 'adminContent';

export const adminContentScreens: Screen[] = [
  {
    name: 'admin-leakers',
    path: '/admin',
    as: 'admin',
    before: applied,
    prepare: inSection('Leakers', said('ada-lens')),
  },
  {
    name: 'admin-leakers-none',
    path: '/admin',
    as: 'admin',
    before: nothing,
    prepare: inSection('Leakers', said('No leaker applications found.')),
  },
  {
    name: 'admin-leakers-waiting',
    path: '/admin',
    as: 'admin',
    before: hold(SEARCHED),
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('searchbox', { name: 'Search applications' }).fill('nobody');
      await page.locator('[aria-busy=true]').or(page.getByText('Loading')).first().waitFor();
    }),
  },
  {
    name: 'admin-leakers-failed',
    path: '/admin',
    as: 'admin',
    before: refused,
    complaint: failure,
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('searchbox', { name: 'Search applications' }).fill('nobody');
      await page.getByText('Failed to fetch dashboard data').waitFor();
    }),
  },
  {
    name: 'admin-application',
    path: '/admin',
    as: 'admin',
    before: applied,
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('button', { name: "View dora-dolly's application" }).click();
      await page.getByText('Long takes and slow moves.').waitFor();
    }),
  },
  {
    name: 'admin-application-reject',
    path: '/admin',
    as: 'admin',
    before: applied,
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('button', { name: 'Reject ada-lens' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  {
    name: 'admin-approve-all',
    path: '/admin',
    as: 'admin',
    before: applied,
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('button', { name: 'Approve All' }).click();
      await page.getByText('Will become leakers: 1 person').waitFor();
    }),
  },
  {
    name: 'admin-uploads',
    path: '/admin',
    as: 'admin',
    prepare: inSection('Uploads', (page) => firstRow(page).waitFor()),
  },
  {
    name: 'admin-uploads-none',
    path: '/admin',
    as: 'admin',
    before: nothing,
    prepare: inSection('Uploads', said('No uploads found.')),
  },
  {
    name: 'admin-uploads-waiting',
    path: '/admin',
    as: 'admin',
    before: hold(SEARCHED),
    prepare: inSection('Uploads', async (page) => {
      await page.getByRole('searchbox', { name: 'Search uploads' }).fill('nobody');
      await page.locator('[aria-busy=true]').or(page.getByText('Loading')).first().waitFor();
    }),
  },
  {
    name: 'admin-uploads-failed',
    path: '/admin',
    as: 'admin',
    before: refused,
    complaint: failure,
    prepare: inSection('Uploads', async (page) => {
      await page.getByRole('searchbox', { name: 'Search uploads' }).fill('nobody');
      await page.getByText('Failed to fetch dashboard data').waitFor();
    }),
  },
  {
    name: 'admin-upload-status',
    path: '/admin',
    as: 'admin',
    prepare: inSection('Uploads', async (page) => {
      await page
        .getByRole('button', { name: /^Status of / })
        .first()
        .click();
      await page.getByRole('menuitemradio').first().waitFor();
    }),
  },
  {
    name: 'admin-upload-detail',
    path: '/admin',
    as: 'admin',
    prepare: inSection('Uploads', async (page) => {
      await choose('View')(page);
      await page.getByRole('heading', { name: 'Files' }).waitFor();
    }),
  },
  {
    name: 'admin-upload-editor',
    path: '/admin',
    as: 'admin',
    prepare: inSection('Uploads', async (page) => {
      await choose('Edit')(page);
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
    }),
  },
  {
    name: 'admin-upload-delete',
    path: '/admin',
    as: 'admin',
    prepare: inSection('Uploads', choose('Delete')),
  },
  {
    name: 'admin-upload-hide',
    path: '/admin',
    as: 'admin',
    prepare: inSection('Uploads', choose('Hide')),
  },
];
