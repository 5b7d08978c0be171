// Pages whose HTML may be cached and shared, keyed by their pattern in router.tsx. Only used by the server.
import { listingKeys } from '#contract/paths.ts';

type SharedPage = {
  /** The page module that the router imports. The server uses it to determine which files the browser needs first. */
  source: string;
  /** Query parameters that affect the page's content. */
  queryKeys?: string[];
  /**
   * Which logged-in users share the HTML too. Their name, and what `usePersonal` loads, are added in the browser.
   * Without it, the page is rendered for each of them.
   */
  members?: 'all' | 'without-premium';
};

const text: SharedPage = { source: 'client/features/content/pages/text-page.tsx', members: 'all' };

export const sharedPages: Record<string, SharedPage> = {
  '/': { source: 'client/features/content/home/home-page.tsx', members: 'all' },
  '/resources': {
    source: 'client/features/resources/listing-page.tsx',
    queryKeys: [...listingKeys, 'page', 'filters'],
    members: 'all',
  },
  '/resources/:resourceId': {
    source: 'client/features/resources/resource-page.tsx',
    queryKeys: ['folder', 'page', 'file'],
    members: 'without-premium',
  },
  '/elements': { source: 'client/features/resources/elements-page.tsx', members: 'all' },
  '/elements/:slug': {
    source: 'client/features/resources/element-page.tsx',
    queryKeys: ['folder', 'page', 'file'],
    members: 'without-premium',
  },
  '/:username': {
    source: 'client/features/members/profile-page.tsx',
    queryKeys: ['tab', 'search', 'page'],
  },
  '/collections/:id': { source: 'client/features/resources/collections/collection-page.tsx' },
  '/terms': text,
  '/faq': text,
  '/privacy': text,
  '/report': { source: 'client/features/reports/report-page.tsx', queryKeys: ['about'] },
  '/premium': { source: 'client/features/premium/premium-page.tsx' },
  '/request': { source: 'client/features/requests/request-page.tsx' },
  '/requests': {
    source: 'client/features/requests/board-page.tsx',
    queryKeys: ['status', 'search', 'sort', 'mine', 'page'],
  },
  '/community': { source: 'client/features/forum/community-page.tsx', members: 'all' },
  '/community/search': {
    source: 'client/features/forum/search/search-page.tsx',
    queryKeys: ['search', 'author', 'in', 'from', 'to', 'sort', 'page'],
    members: 'all',
  },
  '/community/:category/:subcategory': {
    source: 'client/features/forum/subcategory-page.tsx',
    queryKeys: ['before', 'after'],
    members: 'all',
  },
  '/community/:category/:subcategory/:threadId': {
    source: 'client/features/forum/thread-page.tsx',
    queryKeys: ['page'],
    members: 'all',
  },
  '/community/:category/:subcategory/:threadId/:postId': { source: 'client/features/forum/post-page.tsx' },
  '/wiki': { source: 'client/features/content/wiki/wiki-page.tsx', queryKeys: ['search'], members: 'all' },
  '/developers': {
    source: 'client/features/developers/developers-page.tsx',
    queryKeys: ['group', 'search'],
    members: 'all',
  },
};
