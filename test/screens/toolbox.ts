// /toolbox in every state. Figures are mocked, because real servers would report different ones each time;
// test/e2e/toolbox.e2e.ts tests the site with real servers.
import type { Page } from '@playwright/test';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { sampleServers, sampleStats, toolboxServer } from '#test/harness/toolbox-servers.ts';
import { hold, type Screen } from './screen.ts';

const LIST = '**/api/admin/toolbox/servers';
const STATS = '**/api/admin/toolbox/servers/*/stats';

const SERVER_KNOWN = 'A server with this IP address and port already exists.';

const problem = (status: number, code: string, message: string, fields: Record<string, string> = {}) => ({
  status,
  contentType: 'application/problem+json',
  json: { status, code, message, error: message, fields },
});

/** Mocks the list of servers and the statistics for each. */
const given =
  (servers: ToolboxServer[], stats = sampleStats()) =>
  async (page: Page): Promise<void> => {
    await page.route(LIST, (route) => route.fulfill({ json: { servers } }));
    await page.route(STATS, (route) => route.fulfill({ json: stats }));
  };

const shown = (name: string) => (page: Page) => page.getByRole('heading', { level: 2, name }).waitFor();

/** Opens a server by clicking its name in the table. */
const choose = (name: string) => async (page: Page) => {
  await page.getByRole('table', { name: 'All Servers' }).getByRole('button', { name }).click();
  await shown(name)(page);
};

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add New Server' }).click();
  await page.getByRole('dialog', { name: 'Add New Server' }).waitFor();
};

const fillForm = async (page: Page): Promise<void> => {
  await openForm(page);
  const form = page.getByRole('dialog', { name: 'Add New Server' });
  await form.getByLabel('Name', { exact: true }).fill('edge-fra-03');
  await form.getByLabel('Location').fill('Frankfurt');
  await form.getByLabel('IP address').fill('10.0.0.7');
  await form.getByLabel('Username').fill('helix');
  await form.getByLabel('Password').fill('a password of its own');
  await form.getByRole('button', { name: 'Add server' }).click();
};

const toolbox = (name: string, prepare: Screen['prepare'], more: Partial<Screen> = {}): Screen => ({
  name,
  path: '/toolbox',
  as: 'admin',
  before: given(sampleServers()),
  ...(prepare && { prepare }),
  ...more,
});

export const group = 'adminPanel';

export const toolboxScreens: Screen[] = [
  toolbox('toolbox', async (page) => {
    await shown('media-store-ams')(page);
    await page.getByText('Live', { exact: true }).waitFor();
  }),
  toolbox('toolbox-busy-server', async (page) => {
    await choose('edge-fra-02')(page);
    await page.getByText('Live', { exact: true }).waitFor();
  }),
  toolbox('toolbox-starting', choose('a-server-with-a-name')),
  toolbox('toolbox-offline', choose('cold-storage')),
  toolbox('toolbox-error', choose('edge-old')),
  toolbox('toolbox-not-live', (page) => page.getByText('These are its last readings').waitFor(), {
    before: given(sampleServers(), sampleStats({ isLive: false, cpu: null })),
  }),
  toolbox('toolbox-empty', (page) => page.getByRole('heading', { name: 'No servers yet' }).waitFor(), {
    before: given([]),
  }),
  {
    // Opened by navigating within the site, because a page that is opened directly does not load while its requests are held.
    ...toolbox('toolbox-loading', async (page) => {
      const link = page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Toolbox' });
      const burger = page.getByRole('button', { name: 'Admin menu' });
      await link.or(burger).first().waitFor();
      if (!(await link.isVisible())) await burger.click();
      await link.click();
      await page.getByText('Loading servers').waitFor({ state: 'attached' });
    }),
    path: '/admin/audit',
    before: hold(/\/api\/admin\/toolbox\/servers$/),
    isHeld: true,
  },
  toolbox('toolbox-failed', (page) => page.getByText('Failed to fetch servers. Please try again.').waitFor(), {
    before: (page) => page.route(LIST, (route) => route.abort()),
    complaint: /ERR_FAILED/,
  }),
  toolbox('toolbox-no-token', (page) => page.getByText('Authentication check failed. Please try again.').waitFor(), {
    before: (page) => page.route('**/api/admin/toolbox/token', (route) => route.abort()),
    complaint: /ERR_FAILED/,
  }),
  toolbox('toolbox-two-factor', (page) => page.getByRole('link', { name: 'Turn it on' }).waitFor(), {
    before: (page) =>
      page.route('**/api/admin/toolbox/token', (route) =>
        route.fulfill(problem(403, 'TWO_FACTOR_NEEDED', 'Administrators of this site must use two-factor.')),
      ),
    complaint: /403/,
  }),
  toolbox(
    'toolbox-start-failed',
    async (page) => {
      await choose('cold-storage')(page);
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('Failed to start server: Access denied').waitFor();
    },
    {
      before: async (page) => {
        await given(sampleServers())(page);
        await page.route('**/start', (route) =>
          route.fulfill(problem(502, 'SERVER_FAILED', 'Failed to start server: Access denied')),
        );
      },
      complaint: /502/,
    },
  ),
  toolbox('toolbox-stop', async (page) => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog', { name: 'Stop media-store-ams?' }).waitFor();
  }),
  toolbox('toolbox-delete', async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete media-store-ams?' }).waitFor();
  }),
  toolbox('toolbox-add', openForm),
  toolbox('toolbox-add-errors', async (page) => {
    await openForm(page);
    const form = page.getByRole('dialog', { name: 'Add New Server' });
    await form.getByLabel('IP address').fill('example.org');
    await form.getByLabel('Port').fill('ssh');
    await form.getByRole('button', { name: 'Add server' }).click();
    await form.getByText('Enter a valid IP address.').waitFor();
  }),
  toolbox(
    'toolbox-add-refused',
    async (page) => {
      await fillForm(page);
      await page.getByText('Failed to add server', { exact: true }).waitFor();
    },
    {
      before: async (page) => {
        const servers = [toolboxServer({ name: 'edge-fra-03', ip: '10.0.0.7' })];
        await given(servers)(page);
        await page.route(LIST, (route) =>
          route.request().method() === 'POST'
            ? route.fulfill(problem(409, 'SERVER_KNOWN', SERVER_KNOWN, { ip: SERVER_KNOWN }))
            : route.fallback(),
        );
      },
      complaint: /409/,
    },
  ),
];
