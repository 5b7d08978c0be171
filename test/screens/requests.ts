// Requests: the form with all outcomes, and the board. Responses are mocked, so no request is created.
import type { Page } from '@playwright/test';
import type { RequestOutcome, ResourceRequest } from '#contract/requests/api.ts';
import { hold, type Screen, UNKNOWN_ID } from './screen.ts';

const SEND = /\/api\/requests$/;
const SIMILAR = /\/api\/requests\/similar/;
const BOARD = /\/api\/requests(\?|$)/;

const NAME = 'Film grain for night shoots';

const request = (changes: Partial<ResourceRequest> = {}): ResourceRequest => ({
  id: UNKNOWN_ID,
  resourceName: NAME,
  resourceLink: 'https://shop.example/packs/night-grain',
  ogData: {
    title: 'Night Grain: 24 scans of pushed film',
    image: null,
    price: '24.00 EUR',
    description:
      'Scanned at 6K from stock that was pushed by two stops. Clean plates, matched to the highlights of street lamps, in ten-bit files that loop without a seam wherever you cut.',
  },
  status: 'Pending',
  note: '',
  resource: null,
  requester: 'member-demo',
  votes: 1,
  isPremium: false,
  voted: true,
  tells: true,
  own: true,
  createdAt: '2026-11-20T09:30:00.000Z',
  decidedAt: null,
  ...changes,
});

const giveOutcome = (outcome: RequestOutcome) => (page: Page) =>
  page.route(SEND, (route) => route.fulfill({ status: outcome.status === 'success' ? 201 : 200, json: outcome }));

/** A successful outcome. The next request is possible in five hours and twelve minutes. */
const success = (changes: Partial<ResourceRequest> = {}): RequestOutcome => {
  const made = request(changes);
  return {
    status: 'success',
    message: "Thank you! Your request is on the board. We'll email you when the status changes.",
    ogData: made.ogData,
    request: made,
    nextAt: '2026-11-20T14:42:00.000Z',
  };
};

const asked = (message: string, changes: Partial<ResourceRequest>): RequestOutcome => ({
  status: 'warning',
  message,
  request: request({ own: false, tells: false, votes: 12, requester: 'okapi', ...changes }),
});

const giveLimit = (page: Page) =>
  page.route(SEND, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '18720' },
      json: { code: 'REQUEST_LIMIT', status: 429, message: 'You can request one asset every 24 hours.' },
    }),
  );

const giveSimilar = (page: Page) =>
  page.route(SIMILAR, (route) =>
    route.fulfill({
      json: {
        requests: [
          request({ own: false, voted: false, tells: false, votes: 12, isPremium: true }),
          request({
            id: UNKNOWN_ID.replace(/.$/, '1'),
            resourceName: 'Grain and dust, 16 mm',
            own: false,
            votes: 3,
            status: 'Searching',
          }),
        ],
        resources: [{ id: UNKNOWN_ID, title: 'Grain plates, 35 mm', author: 'kettle', thumbnail: '' }],
      },
    }),
  );

/** Submits a request. Each screen uses a different link, because the browser remembers which links were requested. */
const send =
  (what: string, answer: RegExp | null = null) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel('Resource Name').fill(NAME);
    await page.getByLabel('Resource Link').fill(`https://shop.example/packs/${what}-${crypto.randomUUID()}`);
    await page.getByRole('button', { name: 'Submit request' }).click();
    if (answer) await page.getByRole('heading', { name: answer }).waitFor();
  };

const path = '/request';

export const group = 'premium';

export const requestScreens: Screen[] = [
  { name: 'request-guest', path },
  { name: 'request', path, as: 'member' },
  {
    name: 'request-incomplete',
    path,
    as: 'member',
    prepare: async (page) => {
      await page.getByLabel('Resource Link').fill('shop.example/grain');
      await page.getByRole('button', { name: 'Submit request' }).click();
      await page.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'request-similar',
    path,
    as: 'member',
    before: giveSimilar,
    prepare: async (page) => {
      await page.getByLabel('Resource Name').fill('Film grain');
      await page.getByRole('heading', { name: 'Already requested?' }).waitFor();
    },
  },
  {
    name: 'request-submitting',
    path,
    as: 'member',
    before: hold(SEND),
    prepare: async (page) => {
      await send('held')(page);
      await page.locator('button[aria-busy=true]').waitFor();
    },
  },
  {
    name: 'request-success',
    path,
    as: 'member',
    before: giveOutcome(success()),
    prepare: send('made', /Request Submitted/),
  },
  {
    name: 'request-success-bare',
    path,
    as: 'member',
    before: giveOutcome(success({ ogData: null, resourceLink: 'https://shop.example/packs/bare' })),
    prepare: send('bare', /Request Submitted/),
  },
  {
    name: 'request-asked-own',
    path,
    as: 'member',
    before: giveOutcome(asked('You have already requested this resource before.', { own: true, tells: true })),
    prepare: send('own', /Resource Already Requested/),
  },
  {
    name: 'request-asked',
    path,
    as: 'member',
    before: giveOutcome(asked('This resource has already been requested by someone.', { isPremium: true })),
    prepare: send('other', /Resource Already Requested/),
  },
  {
    name: 'request-limit',
    path,
    as: 'member',
    before: giveLimit,
    prepare: send('limit', /Request Limit Reached/),
    complaint: /status of 429/,
  },
  {
    name: 'request-failed',
    path,
    as: 'member',
    before: (page) => page.route(SEND, (route) => route.abort()),
    prepare: async (page) => {
      await send('failed')(page);
      await page.getByText('Failed to submit request. Please try again.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  { name: 'requests', path: '/requests' },
  { name: 'requests-member', path: '/requests', as: 'member' },
  { name: 'requests-mine', path: '/requests?mine=true', as: 'leaker' },
  { name: 'requests-mine-guest', path: '/requests?mine=true' },
  { name: 'requests-fulfilled', path: '/requests?status=Fulfilled' },
  { name: 'requests-search-empty', path: '/requests?search=zoetrope' },
  { name: 'requests-past-end', path: '/requests?page=90' },
  {
    name: 'requests-loading',
    path: '/requests',
    before: hold(BOARD),
    prepare: async (page) => {
      await page.getByRole('searchbox', { name: 'Search requests' }).fill('grain');
      await page.getByText('Loading requests').waitFor();
    },
  },
  { name: 'requests-refused', path: '/requests?status=sold', status: 400 },
];
