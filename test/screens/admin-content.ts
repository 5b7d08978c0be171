// Screens for the Leakers and Uploads sections of the panel, in each state.
import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const UPLOADS = /\/api\/admin\/uploads\?|\/api\/admin\/uploads$/;
const APPLICATIONS = /\/api\/admin\/applications\?|\/api\/admin\/applications$/;
const BULKS = /\/api\/admin\/applications\/bulk-approvals$/;
const UNDO = /\/api\/admin\/applications\/bulk-approvals\/[^/]+\/undo$/;
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
  findings: [],
  ...given,
});

const waiting = [
  application(0, 'PENDING', { findings: ['NEW_ACCOUNT', 'REPORTED'] }),
  application(1, 'PENDING', { obstacle: 'SUSPENDED' }),
];
const applications = [...waiting, application(2, 'APPROVED'), application(3, 'REJECTED')];

const crowd = Array.from({ length: 34 }, (_, at) => ({
  ...application(0, 'PENDING'),
  id: `${ID.slice(0, -2)}${String(at).padStart(3, '0')}`,
  username: `applicant-${at + 1}`,
}));

const bulk = {
  id: `${ID}9`,
  count: 12,
  startedBy: 'admin',
  startedAt: '2026-03-09T09:00:00.000Z',
  endsAt: '2099-03-09T09:10:00.000Z',
};

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
      await page.getByText('ada-lens: account younger than a day, profile reported').waitFor();
    }),
  },
  {
    name: 'admin-approve-all-many',
    path: '/admin',
    as: 'admin',
    before: async (page) => {
      await page.route(APPLICATIONS, (route) =>
        route.fulfill({ json: crowd, headers: { 'x-total-count': String(crowd.length) } }),
      );
    },
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('button', { name: 'Approve All' }).click();
      await page.getByText('and 14 more').waitFor();
    }),
  },
  {
    name: 'admin-bulk-approved',
    path: '/admin',
    as: 'admin',
    before: async (page) => {
      await applied(page);
      await page.route(BULKS, (route) => route.fulfill({ json: [bulk] }));
    },
    prepare: inSection('Leakers', said('12 leakers approved by admin')),
  },
  {
    name: 'admin-bulk-undone',
    path: '/admin',
    as: 'admin',
    before: async (page) => {
      await applied(page);
      let bulks = [bulk];
      await page.route(BULKS, (route) => route.fulfill({ json: bulks }));
      await page.route(UNDO, (route) => {
        bulks = [];
        return route.fulfill({ json: { undone: 11, kept: [{ username: 'cleo-cuts', why: 'UPLOADED' }] } });
      });
    },
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('button', { name: 'Undo the approval of 12 leakers' }).click();
      await page.getByText('Still approved: cleo-cuts (has uploaded something).').waitFor();
    }),
  },
  {
    name: 'admin-bulk-undo-failed',
    path: '/admin',
    as: 'admin',
    before: async (page) => {
      await applied(page);
      await page.route(BULKS, (route) => route.fulfill({ json: [bulk] }));
      await page.route(UNDO, (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'no' }));
    },
    complaint: failure,
    prepare: inSection('Leakers', async (page) => {
      await page.getByRole('button', { name: 'Undo the approval of 12 leakers' }).click();
      await page.getByText('The approval could not be undone. Please try again.').waitFor();
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
