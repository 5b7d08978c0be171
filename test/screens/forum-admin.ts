// Screens where admins arrange and moderate the forum.
import type { Page } from '@playwright/test';
import type { Category, Thread } from '#contract/forum/api.ts';
import { threadPath } from '#contract/paths.ts';
import { type Address, hold, type Screen } from './screen.ts';

const FORUM = /\/api\/admin\/forum$/;
const path = '/admin/settings/groups';

const place = (id: number, name: string, icon: string, archivedAt: string | null = null) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  name,
  slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  icon,
  archivedAt,
});
const inside = (
  id: number,
  name: string,
  description: string,
  threadCount: number,
  archivedAt: string | null = null,
) => ({
  ...place(id, name, 'star', archivedAt),
  description,
  threadCount,
  postCount: threadCount * 11,
});
const moderator = (id: number, username: string) => ({ id: place(id, username, 'star').id, username, avatar: '' });
const categories = [
  {
    ...place(1, 'Post-production', 'video'),
    moderators: [moderator(7, 'kettle'), moderator(8, 'a-name-of-thirty-letters-long')],
    subCategories: [
      inside(2, 'Editing', 'Cuts, codecs, timelines that stay in sync.', 1204),
      inside(3, 'Colour', 'Grades, LUTs, scopes and what they hide.', 1),
      inside(4, 'Tape', '', 0, '2026-10-01T08:00:00.000Z'),
    ],
  },
  {
    ...place(5, 'A name as long as a name of a category can be, sixty letters', 'people'),
    subCategories: [],
    moderators: [],
  },
  { ...place(6, 'Old news', 'bell', '2026-09-01T08:00:00.000Z'), subCategories: [], moderators: [] },
];

/** A demo thread with replies. */
const answeredThread: Address = async (api) => {
  const [category] = (await (await api.get('/api/forum/categories')).json()) as Category[];
  const [subCategory] = category?.subCategories ?? [];
  if (!category || !subCategory) throw new Error('The demo has no forum');
  const list = await api.get(`/api/forum/threads?categoryId=${subCategory.id}`);
  const thread = ((await list.json()) as Thread[]).find(({ postCount }) => postCount > 2);
  if (!thread) throw new Error('The demo has no thread with replies');
  return threadPath({ category, subCategory }, thread.id);
};

/** The list that the thread is in. */
const answeredList: Address = async (api) => (await answeredThread(api)).split('/').slice(0, -1).join('/');

const REMOVED = /\/api\/forum\/subcategories\/[^/]+\/removed$/;
const removedThreads = [
  {
    id: '00000000-0000-4000-8000-000000000009',
    title: 'A thread about nothing',
    author: { id: '00000000-0000-4000-8000-000000000007', username: 'kettle', avatar: '', role: 'USER' },
    postCount: 12,
    reason: 'Advertising, for the third time this week.',
    removedBy: 'admin-demo',
    removedAt: '2026-11-20T10:00:00.000Z',
  },
];
const openRemoved = async (page: Page, button?: string): Promise<void> => {
  await page.getByRole('button', { name: 'Removed threads' }).click();
  await page.getByRole('dialog').waitFor();
  if (button) await page.getByRole('dialog').getByRole('button', { name: button }).waitFor();
};

const withCategories = (json: unknown) => (page: Page) => page.route(FORUM, (route) => route.fulfill({ json }));
const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor();
};

export const group = 'adminSettings';

export const forumAdminScreens: Screen[] = [
  {
    name: 'admin-forum',
    path,
    as: 'admin',
    before: withCategories(categories),
    prepare: (page) => page.getByRole('button', { name: 'Restore Old news' }).waitFor(),
  },
  {
    name: 'admin-forum-empty',
    path,
    as: 'admin',
    before: withCategories([]),
    prepare: (page) => page.getByText('No categories yet').waitFor(),
  },
  {
    name: 'admin-forum-loading',
    path,
    as: 'admin',
    before: hold(FORUM),
    isHeld: true,
    prepare: (page) => page.getByRole('main').getByText('Loading').first().waitFor(),
  },
  {
    name: 'admin-forum-failed',
    path,
    as: 'admin',
    before: (page) => page.route(FORUM, (route) => route.abort()),
    prepare: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-forum-category',
    path,
    as: 'admin',
    before: withCategories(categories),
    prepare: async (page) => {
      await press(page, 'Add subcategory to Post-production');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a name.').waitFor();
    },
  },
  {
    name: 'thread-remove',
    path: answeredThread,
    as: 'admin',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Remove post/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-forum-moderator',
    path,
    as: 'admin',
    before: withCategories(categories),
    prepare: async (page) => {
      await press(page, 'Add moderator to Post-production');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('This username is not valid.').waitFor();
    },
  },
  {
    name: 'thread-move',
    path: answeredThread,
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('group', { name: 'Moderation' }).getByRole('button', { name: 'Move', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Move to').waitFor();
    },
  },
  {
    name: 'thread-merge',
    path: answeredThread,
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('group', { name: 'Moderation' }).getByRole('button', { name: 'Merge' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'removed-threads',
    path: answeredList,
    as: 'admin',
    before: (page) => page.route(REMOVED, (route) => route.fulfill({ json: removedThreads })),
    prepare: (page) => openRemoved(page, 'Restore A thread about nothing'),
  },
  {
    name: 'removed-threads-empty',
    path: answeredList,
    as: 'admin',
    before: (page) => page.route(REMOVED, (route) => route.fulfill({ json: [] })),
    prepare: (page) => openRemoved(page),
  },
  {
    name: 'removed-threads-failed',
    path: answeredList,
    as: 'admin',
    before: (page) => page.route(REMOVED, (route) => route.abort()),
    prepare: (page) => openRemoved(page, 'Try again'),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'removed-threads-loading',
    path: answeredList,
    as: 'admin',
    before: hold(REMOVED),
    isHeld: true,
    prepare: (page) => openRemoved(page),
  },
];
