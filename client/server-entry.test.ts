// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from './server-entry.tsx';

afterEach(() => vi.useRealTimers());

it('a rendered page leaves no timer behind that would hold it in memory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const site = {
    siteName: 'Helix',
    siteDescription: 'Assets',
    chatInviteUrl: null,
    apiUrl: '/api',
    demo: false,
    registrationOpen: true,
    providers: [],
  };
  const page = await renderPage({
    url: '/login',
    origin: 'http://localhost:3000',
    theme: 'dark',
    headOnly: false,
    signedIn: false,
    failure: null,
    call: async () => site,
    assets: { scripts: [], styles: [], preloads: [], modules: {} },
  });
  expect(page.status).toBe(200);
  expect(page.html).toContain('<form');
  expect(vi.getTimerCount()).toBe(0);
});
