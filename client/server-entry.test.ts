// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { renderClosed, renderPage } from './server-entry.tsx';

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

/** Renders a page. For pages that require a login, only the head is rendered, because their data would have to be faked. */
const render = (url: string, signedIn = false) =>
  renderPage({
    url,
    origin: 'http://localhost:3000',
    theme: 'dark',
    headOnly: signedIn,
    reader: signedIn ? 'caller' : 'visitor',
    failure: null,
    call: async (_, path) => (path === '/api/auth/me' ? member : site),
    assets: {
      early: '/early.mjs',
      scripts: [],
      styles: ['/all.css'],
      signedInStyles: ['/signed-in.css'],
      pageStyles: {},
      preloads: [],
      modules: {},
    },
  });

it('leaves no timer behind that would keep a rendered page in memory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = await render('/login');
  expect(page.status).toBe(200);
  expect(page.html).toContain('<form');
  expect(vi.getTimerCount()).toBe(0);
});

const stylesOf = (html: string) => [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);

it('adds the logged-in style sheet only to pages that require login', async () => {
  expect(stylesOf((await render('/login')).html)).toEqual(['/all.css']);
  expect(stylesOf((await render('/settings', true)).html)).toEqual(['/all.css', '/signed-in.css']);
});

it('renders the maintenance page with theme and accent, a login link and no scripts', async () => {
  const html = await renderClosed({
    url: '/resources?search="><script>',
    origin: 'http://localhost:3000',
    theme: 'light',
    call: async () => ({ ...site, siteName: 'Cutting Room', accentColor: '#3366cc', maintenance: true }),
    assets: {
      early: '/early.mjs',
      scripts: ['/main.js'],
      styles: ['/all.css'],
      signedInStyles: [],
      pageStyles: {},
      preloads: [],
      modules: {},
    },
  });
  expect(html).toContain('<title>Back soon - Cutting Room</title>');
  expect(html).toContain('The site is down for maintenance. Please check back soon.');
  expect(html).toContain('href="/login"');
  expect(html).toContain('data-theme="light"');
  expect(stylesOf(html)).toEqual(['/all.css', '/public/accent/3366cc.css']);
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="state">']);
});

it('adds an accent colour as the last style sheet', async () => {
  expect(stylesOf((await render('/login')).html)).toEqual(['/all.css']);
  Object.assign(site, { accentColor: '#aa3366' });
  expect(stylesOf((await render('/login')).html)).toEqual(['/all.css', '/public/accent/aa3366.css']);
  Object.assign(site, { accentColor: null });
});
