// Writing in the forum: the composer with mentions, pictures and preview, a new thread, an edit, and the versions of a post.
import type { Page } from '@playwright/test';
import { isEdited, isPlain, listPage, threadLike } from './forum.ts';
import type { Screen } from './screen.ts';

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Post a Reply' });

const write = async (page: Page, text: string): Promise<void> => {
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Control+End');
};

const openWindow = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Create Thread' }).first().click();
  await page.getByRole('dialog', { name: 'Create Thread' }).getByLabel('Title').waitFor();
};

const refuse = (status: number, body: object) => (page: Page) =>
  page.route('**/api/forum/posts', (route) => route.fulfill({ status, json: body }));

const isMembers = ({ author, isLocked }: { author: { username: string }; isLocked: boolean }): boolean =>
  author.username === 'member-demo' && !isLocked;

const openEdit = async (page: Page): Promise<void> => {
  await page.getByRole('article').first().getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('form', { name: 'Edit post' }).getByRole('textbox').first().waitFor();
};

export const group = 'forum';

export const forumWritingScreens: Screen[] = [
  {
    name: 'composer-people',
    path: threadLike(isPlain),
    as: 'member',
    prepare: async (page) => {
      await write(page, 'Try **this** first, ');
      await page.keyboard.type('@le');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'composer-preview',
    path: threadLike(isPlain),
    as: 'member',
    prepare: async (page) => {
      await write(
        page,
        'Try **this**:\n\n```\n01 CST\n02 Balance\n```\n\n- offset\n- gain\n\n> It hides a double transform.',
      );
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor();
    },
  },
  {
    name: 'composer-preview-empty',
    path: threadLike(isPlain),
    as: 'member',
    prepare: async (page) => {
      await write(page, '');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Nothing to preview yet.').waitFor();
    },
  },
  {
    name: 'composer-preview-failed',
    path: threadLike(isPlain),
    as: 'member',
    before: (page) => page.route('**/api/forum/preview', (route) => route.abort()),
    prepare: async (page) => {
      await write(page, 'Some words');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'composer-picture-refused',
    path: threadLike(isPlain),
    as: 'member',
    prepare: async (page) => {
      await write(page, 'Some words');
      await page
        .getByLabel('Choose pictures')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
      await page.getByText('Please upload an image file').waitFor();
    },
  },
  {
    name: 'composer-picture-sending',
    path: threadLike(isPlain),
    as: 'member',
    before: (page) => page.route('**/api/forum/pictures', () => {}),
    prepare: async (page) => {
      await write(page, 'Some words\n');
      await page
        .getByLabel('Choose pictures')
        .setInputFiles({ name: 'before and after.png', mimeType: 'image/png', buffer: Buffer.from('x') });
      await page.getByRole('button', { name: 'Cancel before and after.png' }).waitFor();
    },
  },
  {
    name: 'composer-empty',
    path: threadLike(isPlain),
    as: 'member',
    prepare: async (page) => {
      await write(page, '');
      await page.getByRole('button', { name: 'Post reply' }).click();
      await page.getByText('Write something first.').waitFor();
    },
  },
  {
    name: 'composer-too-fast',
    path: threadLike(isPlain),
    as: 'member',
    before: refuse(429, {
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please wait a moment and try again.',
    }),
    prepare: async (page) => {
      await write(page, 'Some words');
      await page.getByRole('button', { name: 'Post reply' }).click();
      await page.getByRole('alert').waitFor();
    },
    complaint: /status of 429/,
  },
  {
    name: 'composer-offline',
    path: threadLike(isPlain),
    as: 'member',
    before: (page) => page.route('**/api/forum/posts', (route) => route.abort()),
    prepare: async (page) => {
      await write(page, 'Some words');
      await page.getByRole('button', { name: 'Post reply' }).click();
      await page.getByText(/it may have been posted/).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'composer-sending',
    path: threadLike(isPlain),
    as: 'member',
    before: (page) => page.route('**/api/forum/posts', () => {}),
    prepare: async (page) => {
      await write(page, 'Some words');
      await page.getByRole('button', { name: 'Post reply' }).click();
      await page.locator('button[aria-busy=true]').waitFor();
    },
  },
  { name: 'create-thread', path: listPage, as: 'member', prepare: openWindow },
  {
    name: 'create-thread-refused',
    path: listPage,
    as: 'member',
    prepare: async (page) => {
      await openWindow(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Create Thread' }).click();
      await page.getByText('Enter a title.').waitFor();
    },
  },
  {
    name: 'create-thread-leave',
    path: listPage,
    as: 'member',
    prepare: async (page) => {
      await openWindow(page);
      await page.getByRole('dialog').getByLabel('Title').fill('Half a title');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Keep your draft?' }).waitFor();
    },
  },
  { name: 'edit-post', path: threadLike(isMembers), as: 'member', prepare: openEdit },
  {
    name: 'edit-post-changed',
    path: threadLike(isMembers),
    as: 'member',
    before: (page) =>
      page.route('**/api/forum/posts/*', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: { code: 'POST_CHANGED', message: 'This post has changed.' } })
          : route.continue(),
      ),
    prepare: async (page) => {
      await openEdit(page);
      await page.getByRole('form', { name: 'Edit post' }).getByRole('textbox').first().fill('Mine');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('region', { name: 'The current post' }).waitFor();
    },
    complaint: /status of 409/,
  },
  {
    name: 'edit-post-leave',
    path: threadLike(isMembers),
    as: 'member',
    prepare: async (page) => {
      await openEdit(page);
      await page.getByRole('form', { name: 'Edit post' }).getByRole('textbox').first().fill('Mine, changed');
      await page.getByRole('form', { name: 'Edit post' }).getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Keep editing' }).waitFor();
    },
  },
  {
    name: 'post-versions',
    path: threadLike(isEdited),
    as: 'admin',
    prepare: async (page) => {
      await page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /edited/ })
        .click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'post-versions-failed',
    path: threadLike(isEdited),
    as: 'admin',
    before: (page) => page.route('**/api/forum/posts/*/versions', (route) => route.abort()),
    prepare: async (page) => {
      await page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /edited/ })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
];
