// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { App } from '#client/app.tsx';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { loadedOf } from '#client/kit/data/query.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import HomePage, { page } from './home-page.tsx';
import { topUsersRead } from './home-reads.ts';

const person = (index: number) => ({
  id: `u${index}`,
  username: `leaker-${index}`,
  avatar: '',
  forumPosts: 0,
  uploads: index,
  reputation: 1,
  views: 1,
});

const card = (index: number) => ({
  id: `r${index}`,
  slug: `element-${index}`,
  title: `Element ${index}`,
  author: 'helix-studio',
  authorAvatar: '',
  editor: 'Blender',
  type: 'LUT',
  category: 'free',
  isPremium: false,
  thumbnailUrl: `/public/thumbnails/r${index}/0-640.webp`,
  thumbnailColor: null,
  mediaLabel: '4K',
  preview: null,
  views: 0,
  likes: 0,
  saves: 0,
  downloads: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const list = <T,>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

type Replies = Record<string, unknown>;
const full: Replies = {
  '/api/stats': { totalUploads: 6139, totalUsers: 165137, discordMembers: 291, freeForAllUse: 100 },
  '/api/tags': list(48, (index) => ({ name: `tag-${index}`, count: 50 - index })),
  '/api/elements': list(8, card),
  '/api/users/top': { users: list(10, person) },
  '/api/types': [
    { name: 'overlay', count: 1104 },
    { name: 'sound effect', count: 618 },
  ],
};

const prepare = async (replies: Replies, chatInviteUrl: string | null = null) => {
  const calls: string[] = [];
  const transport: Transport = async (_method, path) => {
    calls.push(path);
    if (!(path in replies)) throw new CallError('broken', 500, 'INTERNAL');
    return replies[path];
  };
  const answers = createQueryCache();
  const site = {
    siteName: 'Helix',
    siteDescription: '',
    chatInviteUrl,
    apiUrl: '/api',
    demo: false,
    maintenance: false,
    logo: null,
    accentColor: null,
    registrationOpen: true,
    categories: [],
    providers: [],
  };
  const context: AppContext = {
    transport,
    queryCache: answers,
    site,
    person: { current: null },
    origin: 'http://localhost',
  };
  await page.load?.({ context, params: {}, url: new URL('http://localhost/') });
  const element = (
    <App context={context} me={null} theme="dark">
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </App>
  );
  return { calls, context, element };
};

const draw = async (replies: Replies, chatInviteUrl: string | null = null): Promise<HTMLElement> => {
  const root = document.createElement('div');
  root.innerHTML = renderToString((await prepare(replies, chatInviteUrl)).element);
  return root;
};

const links = (root: HTMLElement, selector: string): (string | null)[] =>
  [...root.querySelectorAll(selector)].map((link) => link.getAttribute('href'));

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

describe('home', () => {
  it('shows the eight elements, the statistics and the leakers', async () => {
    const root = await draw(full);
    expect(links(root, 'article a')).toEqual(list(8, (index) => `/elements/element-${index}`));
    expect(root.querySelector('article img')?.getAttribute('srcset')).toBe(
      '/public/thumbnails/r1/0-320.webp 320w, /public/thumbnails/r1/0-640.webp 640w, /public/thumbnails/r1/0-1280.webp 1280w',
    );
    expect(links(root, '.hero ul a')).toEqual([
      '/resources?tag=transition',
      '/resources?tag=film+look',
      '/resources?tag=sound+fx',
    ]);
    expect(links(root, '.hero nav a')).toEqual(['/resources?type=overlay', '/resources?type=sound+effect']);
    expect([...root.querySelectorAll('.hero nav a')].map((tile) => tile.textContent)).toEqual([
      'Overlays1,104 assets',
      'Sound effects618 assets',
    ]);
    expect([...root.querySelectorAll('dd')].map((value) => value.textContent)).toEqual([
      '6,139',
      '165,137',
      '291',
      '100%',
    ]);
    expect(links(root, '.leaker:not([aria-hidden]) a')).toEqual(list(10, (index) => `/leaker-${index}`));
    expect(links(root, '.leaker[aria-hidden] a')).toEqual(list(5, (index) => `/leaker-${index}`));
  });

  it.each(Object.keys(full))('still renders without %s', async (missing) => {
    const root = await draw(Object.fromEntries(Object.entries(full).filter(([path]) => path !== missing)));
    expect(root.querySelector('h1')?.textContent).toBe('The cut starts here.');
    const present = {
      '/api/stats': root.textContent?.includes('6,139'),
      '/api/tags': root.querySelector('.track') !== null,
      '/api/elements': root.querySelector('article') !== null,
      '/api/users/top': root.querySelector('.leaker') !== null,
      '/api/types': root.querySelector('.hero nav') !== null,
    };
    for (const [path, isThere] of Object.entries(present)) expect(isThere).toBe(path !== missing);
  });

  it('shows the chat invitation with the number of members if there is a chat', async () => {
    const root = await draw(full, 'https://chat.example/helix');
    const invite = root.querySelector('a[href="https://chat.example/helix"]');
    expect([invite?.getAttribute('target'), invite?.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
    expect(root.textContent).toContain('291 members are already there.');
    const { '/api/stats': _, ...uncounted } = full;
    const quiet = await draw(uncounted, 'https://chat.example/helix');
    expect(quiet.querySelector('a[href="https://chat.example/helix"]')).not.toBeNull();
    expect(quiet.textContent).not.toContain('already there');
    expect((await draw(full)).textContent).not.toContain('Join the conversation');
  });

  it('shows why the top leakers could not be loaded', async () => {
    const { '/api/users/top': _, ...rest } = full;
    expect((await draw(rest)).querySelector('.message')?.textContent).toContain('Could not load user data');
    const told = await draw({ ...full, '/api/users/top': { users: [], error: 'Counting is paused.' } });
    expect(told.querySelector('.message')?.textContent).toContain('Counting is paused.');
    expect(told.textContent).not.toContain('No leakers yet.');
  });

  it('shows empty states when there is no content yet', async () => {
    const root = await draw({ ...full, '/api/tags': [], '/api/elements': [], '/api/users/top': { users: [] } });
    expect(root.textContent).toContain('Nothing featured yet');
    expect(root.textContent).toContain('No leakers yet.');
    expect(root.querySelector('.track')).toBeNull();
  });

  it('keeps the last good response when a later one fails', async () => {
    const replies = { ...full };
    const { calls, context } = await prepare(replies);
    delete replies['/api/users/top'];
    context.queryCache.invalidateAll();
    await page.load?.({ context, params: {}, url: new URL('http://localhost/') });
    expect(calls).toHaveLength(10);
    expect(loadedOf(context, topUsersRead)).toEqual(full['/api/users/top']);
  });

  it('hydrates without differences and without API calls', async () => {
    const complaints = vi.spyOn(console, 'error');
    const { calls, element } = await prepare(full);
    const before = calls.length;
    document.body.innerHTML = renderToString(element);
    const recovered: unknown[] = [];
    await act(async () => {
      hydrateRoot(document.body, element, { onRecoverableError: (error) => recovered.push(error) });
    });
    expect(recovered).toEqual([]);
    expect(complaints).not.toHaveBeenCalled();
    expect(calls).toHaveLength(before);
  });
});
