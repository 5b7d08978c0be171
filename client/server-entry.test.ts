// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from './server-entry.tsx';

afterEach(() => vi.useRealTimers());

const site = {
  siteName: 'Helix',
  siteDescription: 'Assets',
  chatInviteUrl: null,
  apiUrl: '/api',
  demo: false,
  maintenance: false,
  logo: null,
  accentColor: null,
  registrationOpen: true,
  categories: [],
  providers: [],
};
const member = { id: '1', username: 'member', role: 'MEMBER' };

/** The head alone of pages for signed-in people: their data would have to be made up. */
const render = (url: string, signedIn = false) =>
  renderPage({
    url,
    origin: 'http://localhost:3000',
    theme: 'dark',
    headOnly: signedIn,
    signedIn,
    failure: null,
    call: async (_, path) => (path === '/api/auth/me' ? member : site),
    assets: { scripts: [], styles: ['/all.css'], signedInStyles: ['/signed-in.css'], preloads: [], modules: {} },
  });

it('a rendered page leaves no timer behind that would hold it in memory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = await render('/login');
  expect(page.status).toBe(200);
  expect(page.html).toContain('<form');
  expect(vi.getTimerCount()).toBe(0);
});

const stylesOf = (html: string) => [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);

it('a page that one has to sign in for comes with the style of its own, and no other page does', async () => {
  expect(stylesOf((await render('/login')).html)).toEqual(['/all.css']);
  expect(stylesOf((await render('/settings', true)).html)).toEqual(['/all.css', '/signed-in.css']);
});
