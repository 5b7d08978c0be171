import type { NOTIFICATION_FILTERS } from '#contract/notifications/limits.ts';

export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

/** Address of the list with a filter. */
export function notificationsPath(filter: NotificationFilter = 'all'): string {
  return filter === 'all' ? '/notifications' : `/notifications?filter=${filter}`;
}

/** Address of the section with the settings of notifications. */
export const NOTIFICATION_SETTINGS_PATH = '/settings#notifications';
