// Notifications: the list behind the bell, what is read, settings per kind, and emails that can be turned off without a login.
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import {
  NOTIFICATION_FILTERS,
  NOTIFICATION_GROUPS,
  NOTIFICATION_ICONS,
  NOTIFICATION_KINDS,
  NOTIFICATIONS_PAGE_MAX,
  UNREAD_COUNT_MAX,
} from './limits.ts';

const byId = z.strictObject({ id: uuid });

export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;
export const notificationGroup = z.enum(NOTIFICATION_GROUPS);
export type NotificationGroup = z.infer<typeof notificationGroup>;

/** Number of unread notifications, counted up to 100. */
const unread = z.int().nonnegative().max(UNREAD_COUNT_MAX);
const unreadReply = z.object({ unread });

/** A notification in the words that the interface shows. `title` and `line` are plain text; `line` can be empty. */
export const notification = z.object({
  id: uuid,
  kind: notificationKind,
  group: notificationGroup,
  icon: z.enum(NOTIFICATION_ICONS),
  title: z.string(),
  line: z.string(),
  /** Path on this site that the row links to. */
  href: z.string(),
  createdAt: timestamp,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** A position in the list: the time in milliseconds and the notification's id. */
const cursor = z
  .string()
  .max(60)
  .regex(/^\d{1,15}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'This cursor is not valid.');

const limit = z
  .string()
  .regex(/^[1-9][0-9]?$/, `This must be a whole number from 1 to ${NOTIFICATIONS_PAGE_MAX}.`)
  .refine((value) => Number(value) <= NOTIFICATIONS_PAGE_MAX, `At most ${NOTIFICATIONS_PAGE_MAX}.`);

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  scope: 'read',
  summary:
    'Lists your notifications, newest first. `older` is the cursor of the next page, to be sent as `before`. ' +
    'Notifications about content that you can no longer see are left out.',
  query: z.strictObject({
    filter: z.enum(NOTIFICATION_FILTERS).optional(),
    before: cursor.optional(),
    limit: limit.optional(),
  }),
  reply: z.object({
    notifications: z.array(notification),
    /** Null on the last page. */
    older: z.string().nullable(),
    /** Counts all unread notifications, whatever the filter. */
    unread,
  }),
  fallback: 'Your notifications could not be loaded. Please try again.',
});
export type NotificationPage = z.infer<(typeof listNotifications)['reply']>;

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  scope: 'read',
  summary: `Counts your unread notifications, up to ${UNREAD_COUNT_MAX}.`,
  reply: unreadReply,
  fallback: 'Your notifications could not be loaded. Please try again.',
});

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/read',
  leavesPages: true,
  access: 'owner',
  scope: 'library',
  summary: 'Marks one of your notifications as read. Idempotent.',
  params: byId,
  reply: unreadReply,
  problems: ['NOTIFICATION_NOT_FOUND'],
  fallback: 'This could not be marked as read. Please try again.',
});

export const markAllRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  leavesPages: true,
  access: 'owner',
  scope: 'library',
  summary: 'Marks a notification and all older ones as read. Newer ones, which you have not seen yet, stay unread.',
  body: z.strictObject({ upTo: uuid }),
  reply: unreadReply,
  problems: ['NOTIFICATION_NOT_FOUND'],
  fallback: 'Your notifications could not be marked as read. Please try again.',
});

const channels = { bell: z.boolean(), email: z.boolean(), digest: z.boolean() };

/** How you are notified of one kind. `label` is a short name for the row, such as "Upload approved". */
export const notificationSetting = z.object({
  kind: notificationKind,
  group: notificationGroup,
  label: z.string(),
  ...channels,
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'member',
  scope: 'read',
  summary: 'Returns how you are notified of each kind: in the bell, by email, in the daily digest.',
  reply: z.object({
    settings: z.array(notificationSetting),
    /** Titles of the groups, in order. */
    groups: z.array(z.object({ group: notificationGroup, label: z.string() })),
    /** Whether emails can be sent. If not, confirm your email address first. */
    emailVerified: z.boolean(),
  }),
  fallback: 'Your settings could not be loaded.',
});
export type NotificationSettings = z.infer<(typeof getNotificationSettings)['reply']>;

export const changeNotificationSetting = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/{kind}',
  leavesPages: true,
  access: 'member',
  // A token must not turn off emails about its owner's account.
  scope: null,
  summary: 'Changes how you are notified of a kind. Only the channels you send change.',
  params: z.strictObject({ kind: notificationKind }),
  body: z.strictObject(channels).partial(),
  reply: notificationSetting,
  fallback: 'Your settings could not be saved. Please try again.',
});

/** The signed token at the end of an email. */
const unsubscribeToken = z
  .string()
  .max(600)
  .regex(/^[\w.-]+$/, 'This link is not valid.');

/** What a link turns off, as a sentence, and whether that is off already. */
const unsubscription = z.object({
  /** Such as "emails about new followers" or "the daily digest". */
  what: z.string(),
  isOff: z.boolean(),
});
export type Unsubscription = z.infer<typeof unsubscription>;

export const getUnsubscription = endpoint({
  method: 'GET',
  path: '/api/notifications/unsubscribe',
  access: 'visitor',
  summary: 'Returns what the unsubscribe link of an email turns off. Changes nothing.',
  query: z.strictObject({ token: unsubscribeToken }),
  reply: unsubscription,
  problems: ['UNSUBSCRIBE_LINK'],
  fallback: 'This link could not be read. Please try again.',
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  access: 'visitor',
  summary: 'Turns off the emails that the unsubscribe link of an email names. Needs no login. Idempotent.',
  body: z.strictObject({ token: unsubscribeToken }),
  reply: unsubscription,
  problems: ['UNSUBSCRIBE_LINK'],
  fallback: 'The emails could not be turned off. Please try again.',
});

export const unsubscribeByMail = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  access: 'visitor',
  // Sent by mail programs without a session, often from another site. The token is signed.
  signed: true,
  summary: 'Turns off emails with one click in a mail program (RFC 8058). Does the same as the call above.',
  // Mail programs send a form, either encoding; its content doesn't matter.
  bodyType: '*/*',
  query: z.strictObject({ token: unsubscribeToken }),
  reply: null,
  status: 204,
  problems: ['UNSUBSCRIBE_LINK'],
  fallback: 'The emails could not be turned off. Please try again.',
});
