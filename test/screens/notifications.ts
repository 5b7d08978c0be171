// Screens for the bell, its panel, the list of notifications, their settings, and the page that emails link to.
import type { Page } from '@playwright/test';
import type { Notification, NotificationPage } from '#contract/notifications/api.ts';
import { hold, type Screen } from './screen.ts';

const HOUR_MS = 3_600_000;

type Sample = Pick<Notification, 'kind' | 'group' | 'icon' | 'title' | 'line'> & { hours: number };

const samples: Sample[] = [
  {
    kind: 'upload-approved',
    group: 'uploads',
    icon: 'upload',
    title: 'Night Bus LUTs is approved',
    line: 'It is on the site now.',
    hours: 0.07,
  },
  {
    kind: 'thread-reply',
    group: 'replies',
    icon: 'reply',
    title: 'halide replied to you',
    line: 'ProRes 4444 plays black in Resolve on Windows: “Fixed in 18.1.2.”',
    hours: 0.45,
  },
  {
    kind: 'request-fulfilled',
    group: 'requests',
    icon: 'check',
    title: 'Your request is fulfilled',
    line: 'Green screen hand gestures, by solstice',
    hours: 2,
  },
  {
    kind: 'request-updated',
    group: 'requests',
    icon: 'refresh',
    title: 'We are working on your request',
    line: 'Ridgeline Film LUTs',
    hours: 5,
  },
  {
    kind: 'new-upload',
    group: 'following',
    icon: 'user',
    title: 'vesper uploaded Room Tones, Empty',
    line: 'Free. You follow vesper.',
    hours: 9,
  },
  {
    kind: 'report-closed',
    group: 'reports',
    icon: 'flag',
    title: 'Your report is closed',
    line: 'Tape Damage: the missing credit was added.',
    hours: 40,
  },
  {
    kind: 'application-approved',
    group: 'account',
    icon: 'check',
    title: 'You are now a leaker',
    line: 'You can upload your work now.',
    hours: 70,
  },
  {
    kind: 'upload-rejected',
    group: 'uploads',
    icon: 'close',
    title: 'Grain 35 was not approved',
    line: 'You can edit it and submit it again.',
    hours: 300,
  },
];
const UNREAD = 3;

const listOf = (): NotificationPage => ({
  notifications: samples.map(({ hours, ...sample }, index) => ({
    ...sample,
    id: `00000000-0000-4000-8000-00000000000${index}`,
    href: '/community',
    createdAt: new Date(Date.now() - hours * HOUR_MS).toISOString(),
    isRead: index >= UNREAD,
  })),
  older: '1-00000000-0000-4000-8000-000000000007',
  unread: UNREAD,
});

const LIST_CALLS = /\/api\/notifications(\?|$)/;

/** Answers with sample notifications, because the demo's own differ from day to day. */
const withSamples = async (page: Page): Promise<void> => {
  await page.route(LIST_CALLS, (route) => route.fulfill({ json: listOf() }));
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread: UNREAD } }));
};
const withNone = async (page: Page): Promise<void> => {
  await page.route(LIST_CALLS, (route) => route.fulfill({ json: { notifications: [], older: null, unread: 0 } }));
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread: 0 } }));
};

/** Opens a page without loading the document, so that its calls can be answered by the screen. */
const goTo = (path: string, heading: string) => async (page: Page) => {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};
const openList = goTo('/notifications', 'Notifications');

/** Opens the panel on wide screens, or the page on phones. */
const openBell = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByLabel(/^Notifications/)
    .click();
  await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor();
};

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Notifications' }).scrollIntoViewIfNeeded();
};

const openUnsubscribe = goTo('/unsubscribe?token=sample', 'Email settings');
const withLink = (isOff: boolean) => (page: Page) =>
  page.route('**/api/notifications/unsubscribe*', (route) =>
    route.fulfill({
      json: { what: 'emails about new followers', isOff: isOff || route.request().method() === 'POST' },
    }),
  );

export const notificationScreens: Screen[] = [
  {
    name: 'notifications',
    path: '/terms',
    as: 'member',
    before: withSamples,
    prepare: async (page) => {
      await openList(page);
      await page.getByText('Earlier', { exact: true }).waitFor();
    },
  },
  {
    name: 'notifications-bell',
    path: '/',
    as: 'member',
    opensAtEachWidth: true,
    before: withSamples,
    prepare: async (page) => {
      await openBell(page);
      await page.getByText('Earlier', { exact: true }).waitFor();
    },
  },
  {
    name: 'notifications-bell-empty',
    path: '/terms',
    as: 'member',
    opensAtEachWidth: true,
    before: withNone,
    prepare: async (page) => {
      await openBell(page);
      await page.getByText('You have no notifications yet').waitFor();
    },
  },
  {
    name: 'notifications-bell-loading',
    path: '/terms',
    as: 'member',
    before: hold(LIST_CALLS),
    prepare: async (page) => {
      await page
        .getByRole('banner')
        .getByLabel(/^Notifications/)
        .click();
      await page.locator('.progress, [role=dialog] .skeleton').first().waitFor();
    },
    opensAtEachWidth: true,
  },
  { name: 'notifications-empty', path: '/terms', as: 'member', before: withNone, prepare: openList },
  {
    name: 'notifications-filter-empty',
    path: '/terms',
    as: 'member',
    before: withNone,
    prepare: goTo('/notifications?filter=uploads', 'Notifications'),
  },
  {
    name: 'notifications-failed',
    path: '/terms',
    as: 'member',
    before: (page) => page.route(LIST_CALLS, (route) => route.abort()),
    prepare: async (page) => {
      await openList(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  { name: 'notifications-visitor', path: '/notifications' },
  { name: 'notification-settings', path: '/settings', as: 'member', prepare: openSettings },
  {
    name: 'notification-settings-failed',
    path: '/settings',
    as: 'member',
    before: (page) => page.route('**/api/notifications/settings/*', (route) => route.abort()),
    prepare: async (page) => {
      const section = page.getByRole('region', { name: 'Notifications' });
      await section.getByRole('switch').first().click();
      await section.getByRole('alert').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  { name: 'unsubscribe', path: '/terms', before: withLink(false), prepare: openUnsubscribe },
  {
    name: 'unsubscribe-done',
    path: '/terms',
    before: withLink(false),
    prepare: async (page) => {
      await openUnsubscribe(page);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByText('You have unsubscribed').waitFor();
    },
  },
  { name: 'unsubscribe-again', path: '/terms', before: withLink(true), prepare: openUnsubscribe },
  { name: 'unsubscribe-incomplete', path: '/unsubscribe' },
  { name: 'unsubscribe-invalid', path: '/unsubscribe?token=wrong', status: 400 },
];
