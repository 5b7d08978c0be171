// Limits and names of notifications, with their units. No imports, so that they add only a few bytes to the browser bundle.

export const NOTIFICATIONS_PER_PAGE = 20;
export const NOTIFICATIONS_PAGE_MAX = 50;
/** Unread notifications are counted up to this number; the interface shows more than 99 as "99+". */
export const UNREAD_COUNT_MAX = 100;
/** How long notifications are kept, read or not. */
export const NOTIFICATION_DAYS = 180;
/** An email is sent this long after its notification, unless that has been read by then. */
export const NOTIFICATION_MAIL_MINUTES = 15;
/** Maximum number of notifications in an email; the email links to the rest. */
export const NOTIFICATION_MAIL_LINES = 20;
/** Maximum length of a notification's line, which may be the beginning of a post. */
export const NOTIFICATION_LINE_CHARACTERS = 160;
/** How long the unsubscribe link of an email works. */
export const UNSUBSCRIBE_DAYS = 365;

/** Groups of the settings, in order. */
export const NOTIFICATION_GROUPS = ['uploads', 'replies', 'following', 'requests', 'account', 'reports'] as const;

/** Kinds of notifications in the order of the settings. */
export const NOTIFICATION_KINDS = [
  'upload-approved',
  'upload-rejected',
  'upload-message',
  'thread-reply',
  'mention',
  'new-upload',
  'new-version',
  'new-follower',
  'request-fulfilled',
  'request-rejected',
  'request-updated',
  'application-approved',
  'application-rejected',
  'report-closed',
  'own-content-reported',
  'moderated',
] as const;

/** Filters of the list. `replies` are replies and mentions in the forum, `uploads` are decisions on your own uploads. */
export const NOTIFICATION_FILTERS = ['all', 'unread', 'replies', 'uploads'] as const;

/** Ways to be notified. `bell` is the list on the site, `email` one email soon after, `digest` one email a day. */
export const NOTIFICATION_CHANNELS = ['bell', 'email', 'digest'] as const;

/** Names of icons (client/ui/icon.tsx). */
export const NOTIFICATION_ICONS = ['upload', 'reply', 'check', 'close', 'refresh', 'user', 'flag'] as const;
