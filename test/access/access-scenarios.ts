// One request for each implemented row of the access matrix, from this file and the files `access-<part>.ts`.
import { globSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import { avatarPath, directDownloadPath, downloadPath } from '#contract/paths.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { PASSWORD } from '#test/harness/harness.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const get =
  (url: string | ((world: World) => string), headers: Record<string, string> = {}): Scenario =>
  (world, asker) => ({
    method: 'GET',
    url: typeof url === 'string' ? url : url(world),
    headers: { ...asker.headers, ...headers },
  });

const page = (url: string | ((world: World) => string)): Scenario => get(url, { accept: 'text/html' });

const post =
  (url: string | ((world: World) => string), body?: object): Scenario =>
  (world, asker) => ({
    method: 'POST',
    url: typeof url === 'string' ? url : url(world),
    headers: asker.headers,
    ...(body ? { payload: body } : {}),
  });

const offer = (id: string): string =>
  `/api/ad-offer?${new URLSearchParams({ destination: directDownloadPath(id, 'readme.txt') })}`;

const chosen = { paths: ['readme.txt'] };

/** Uses the caller's own download ticket. The suspended user, who can't get a ticket, tries a visitor's. */
const withTicket =
  (address: (url: string) => string): Scenario =>
  async (world, asker) => {
    if (asker.role !== 'banned') {
      const { url, headers } = await world.ticketFor(asker);
      return { method: 'GET', url: address(url), headers };
    }
    const { url } = await world.ticketFor(world.askAs('visitor'));
    return { method: 'GET', url: address(url), headers: asker.headers };
  };

const firstAsset = (world: World): string => {
  const asset = world.assets[0];
  if (!asset) throw new Error('the client build has no files');
  return asset;
};

/** Builds a request with the given method and an optional JSON body. */
const send =
  (method: 'POST' | 'PUT' | 'DELETE', url: (world: World) => string | Promise<string>, body?: object): Scenario =>
  async (world, asker) => ({
    method,
    url: await url(world),
    headers: asker.headers,
    ...(body ? { payload: body } : {}),
  });

const markScenarios: Record<string, Scenario> = {
  ...Object.fromEntries(
    (['like', 'save'] as const).flatMap((mark): [string, Scenario][] => [
      [`POST /api/uploads/{id}/${mark}`, post(({ resources }) => `/api/uploads/${resources.free}/${mark}`)],
      [
        `POST /api/uploads/{id}/${mark} (PENDING)`,
        post(({ resources }) => `/api/uploads/${resources.pending}/${mark}`),
      ],
      [`DELETE /api/uploads/{id}/${mark}`, send('DELETE', ({ resources }) => `/api/uploads/${resources.free}/${mark}`)],
    ]),
  ),
  'POST /api/users/{author}/follow': post(({ owner }) => `/api/users/${owner.username}/follow`),
  'DELETE /api/users/{author}/follow': send('DELETE', ({ owner }) => `/api/users/${owner.username}/follow`),
};

const itemOf = ({ collections, resources }: World): string =>
  `/api/collections/${collections.open}/items/${resources.free}`;

const collectionScenarios: Record<string, Scenario> = {
  'GET /api/users/{username}/collections': get(({ owner }) => `/api/users/${owner.username}/collections`),
  'GET /api/user/collections': get('/api/user/collections'),
  'GET /api/collections/{id}': get(({ collections }) => `/api/collections/${collections.open}`),
  'GET /api/collections/{id} (private)': get(({ collections }) => `/api/collections/${collections.secret}`),
  'POST /api/collections': post('/api/collections', { name: 'Asked for' }),
  'PUT /api/collections/{id}': send('PUT', ({ collections }) => `/api/collections/${collections.open}`, {
    description: 'Changed',
  }),
  'DELETE /api/collections/{id}': send(
    'DELETE',
    async (world) => `/api/collections/${await world.addCollection(true)}`,
  ),
  'PUT /api/collections/{id}/items/{resourceId}': send('PUT', itemOf, {}),
  'DELETE /api/collections/{id}/items/{resourceId}': send('DELETE', itemOf),
};

/** Rows that span several domains. Rows that belong to one domain are in that domain's file. */
const ownScenarios: Record<string, Scenario> = {
  'GET /api/auth/me': get('/api/auth/me'),
  // Login and logout end the session they are called with. Later rows need the original session, so use a fresh one.
  'POST /api/auth/login': async (world, asker) => ({
    method: 'POST',
    url: '/api/auth/login',
    headers: await world.freshSession(asker),
    payload: { email: (asker.person ?? world.owner).email, password: PASSWORD },
  }),
  'POST /api/auth/logout': async (world, asker) => ({
    method: 'POST',
    url: '/api/auth/logout',
    headers: await world.freshSession(asker),
    payload: {},
  }),
  'GET /api/users/top': get('/api/users/top'),
  'GET /api/stats': get('/api/stats'),
  'GET /api/tags': get('/api/tags'),
  'GET /api/site': get('/api/site'),
  'PUT /api/users/profile': async (_world, asker) => {
    const { payload, headers } = await encodeForm(['bio', 'Cuts films.']);
    return { method: 'PUT', url: '/api/users/profile', payload, headers: { ...headers, ...asker.headers } };
  },
  'GET /api/users/{username}': get(({ owner }) => `/api/users/${owner.username}`),
  'GET /api/users/{username}/uploads': get(({ owner }) => `/api/users/${owner.username}/uploads`),
  'GET /api/users/{username}/avatar': get(({ owner }) => avatarPath(owner.username)),
  'GET /public/users/{file}': get(({ picture }) => picture),
  ...markScenarios,
  ...collectionScenarios,
  'POST /api/leaker/apply': post('/api/leaker/apply', {}),
  'GET /api/leaker/application-status': get('/api/leaker/application-status'),
  'GET /api/user/marks': get('/api/user/marks'),
  'GET /api/user/summary': get('/api/user/summary'),
  'GET /api/user/downloads': get('/api/user/downloads'),
  'GET /api/user/saved-items': get('/api/user/saved-items'),
  'GET /api/user/following': get('/api/user/following'),
  'GET /api/editors': get('/api/editors'),
  'GET /api/types': get('/api/types'),
  'GET /api/leaks': get('/api/leaks?limit=1000&_=1'),
  'GET /api/elements': get('/api/elements'),
  'GET /api/elements/{slug}': get('/api/elements/soft-light'),
  'GET /api/resources': get('/api/resources'),
  'GET /api/resources/facets': get('/api/resources/facets?search=a'),
  'GET /api/resources/{id}': get(({ resources }) => `/api/resources/${resources.free}`),
  'GET /api/resources/{id} (PENDING/REJECTED)': get(({ resources }) => `/api/resources/${resources.pending}`),
  'POST /api/resources/{id}/view': post(({ resources }) => `/api/resources/${resources.free}/view`),
  'POST /api/resources/{id}/view (PENDING)': post(({ resources }) => `/api/resources/${resources.pending}/view`),
  'GET /api/resources/{id}/download-url (free item)': get(
    ({ resources }) => `/api/resources/${resources.free}/download-url`,
  ),
  'GET /api/resources/{id}/download-url (premium item)': get(
    ({ resources }) => `/api/resources/${resources.premium}/download-url`,
  ),
  'GET /api/resources/{id}/premium-download (premium item)': get(
    ({ resources }) => `/api/resources/${resources.premium}/premium-download`,
  ),
  'GET /api/resources/{id}/premium-download (free item)': get(
    ({ resources }) => `/api/resources/${resources.free}/premium-download`,
  ),
  'GET /api/resources/{id}/premium-file-download (premium item)': get(
    ({ resources }) => `/api/resources/${resources.premium}/premium-file-download?file=readme.txt`,
  ),
  'POST /api/resources/{id}/selections': post(({ resources }) => `/api/resources/${resources.free}/selections`, chosen),
  'POST /api/resources/{id}/selections (premium item)': post(
    ({ resources }) => `/api/resources/${resources.premium}/selections`,
    chosen,
  ),
  'POST /api/resources/{id}/selections (PENDING)': post(
    ({ resources }) => `/api/resources/${resources.pending}/selections`,
    chosen,
  ),
  'GET /api/ad-offer': get(({ resources }) => offer(resources.free)),
  'GET /api/ad-offer (premium item)': get(({ resources }) => offer(resources.premium)),
  'GET /direct-download/{id}?file=&ticket=': withTicket((url) => url),
  'GET /api/uploads/{id}/direct-download': withTicket((url) =>
    url.replace(/^\/direct-download\/([^?]+)/, '/api/uploads/$1/direct-download'),
  ),
  'GET /api/uploads/{id}/download': get(({ resources }) => `/api/uploads/${resources.free}/download`),
  'GET /direct-download/{id} (without a ticket)': get(({ resources }) =>
    directDownloadPath(resources.free, 'readme.txt'),
  ),
  'GET /direct-download/{id} (premium item without a ticket)': get(({ resources }) =>
    directDownloadPath(resources.premium, 'readme.txt'),
  ),
  "GET /direct-download/{id} (another person's ticket)": async (world, asker) => {
    const { url } = await world.ticketFor(world.askAs('owner'));
    return { method: 'GET', url, headers: asker.headers };
  },
  'GET /direct-download/{id} (PENDING)': get(({ resources }) => directDownloadPath(resources.pending, 'readme.txt')),
  'GET /download/{id}': page(({ resources }) => downloadPath(resources.free)),
  'GET /ad-page?destination=': page(
    ({ resources }) => `/ad-page?${new URLSearchParams({ destination: directDownloadPath(resources.free) })}`,
  ),
  'GET /': page('/'),
  'GET /resources': page('/resources'),
  'GET /resources/{id}': page(({ resources }) => `/resources/${resources.free}`),
  'GET /resources/{id} (PENDING)': page(({ resources }) => `/resources/${resources.pending}`),
  'GET /elements': page('/elements'),
  'GET /elements/{slug}': page('/elements/soft-light'),
  'GET /login': page('/login'),
  'GET /notifications': page('/notifications'),
  'GET /community/reports': page('/community/reports'),
  'GET /unsubscribe': page('/unsubscribe'),
  'GET /{username} SPA shell': page(({ owner }) => `/${owner.username}`),
  'GET /collections/{id}': page(({ collections }) => `/collections/${collections.open}`),
  'GET /collections/{id} (private)': page(({ collections }) => `/collections/${collections.secret}`),
  'GET /profile/{username}': page(({ owner }) => `/profile/${owner.username}`),
  'GET /healthz': get('/healthz'),
  'GET /readyz': get('/readyz'),
  'GET /metrics (public port)': get('/metrics'),
  'GET /public/{known file}': get('/public/Images/default-avatar.png'),
  'GET /favicon.ico': get('/favicon.ico'),
  'GET /public/Images/{name}': get('/public/Images/default-banner.png'),
  'GET /public/thumbnails/{name}': get(({ thumbnail }) => thumbnail),
  'GET /public/previews/{name}': get(({ previews }) => previews.premium),
  'GET /public/previews/{name} (PENDING)': get(({ previews }) => previews.pending),
  'GET /public/previews/{name} (table of a Premium LUT)': get(({ lutTable }) => lutTable),
  'GET /public/plates/{name}': get('/public/plates/coast-slog3.webp'),
  'GET /assets/{name}': get(firstAsset),
  'GET /public/users/../../etc/passwd and 20 traversal forms': get('/public/users/..%2f..%2fetc/passwd'),
  'GET /api/* /download/* /public/* (unknown, opened by a browser)': page('/api/nothing-here'),
  'ANY unknown /api/*': post('/api/nothing-here', {}),
  'ANY known path, wrong method': post('/api/stats', {}),
};

type Exports = Readonly<Record<string, unknown>>;

/** The `<part>Scenarios` exports of the other files in this folder. */
const parts = await Promise.all(
  globSync('access-*.ts', { cwd: import.meta.dirname })
    .filter((name) => name !== 'access-scenarios.ts' && !name.endsWith('.test.ts'))
    .sort()
    .map(async (name) => (await import(/* @vite-ignore */ `#test/access/${name}`)) as Exports),
);
const partScenarios = parts.flatMap((exports) =>
  Object.entries(exports).flatMap(([name, value]) =>
    name.endsWith('Scenarios') ? [value as Record<string, Scenario>] : [],
  ),
);

/** Merges the scenarios of all files, by row. @throws if two files contain the same row */
const joinScenarios = (all: readonly Record<string, Scenario>[]): Record<string, Scenario> => {
  const rows = all.flatMap((some) => Object.entries(some));
  const joined = Object.fromEntries(rows);
  const twice = rows.find(([row, scenario]) => joined[row] !== scenario);
  if (twice) throw new Error(`two files have a scenario for ${twice[0]}`);
  return joined;
};

export const scenarios: Record<string, Scenario> = joinScenarios([ownScenarios, ...partScenarios]);
