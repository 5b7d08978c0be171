// Pure changes of a loaded list of notifications.
import { DAY_MS } from '#contract/durations.ts';
import type { Notification, NotificationPage } from '#contract/notifications/api.ts';

/**
 * A newly fetched beginning of a list, followed by the older notifications that "Show more" has loaded. If the two don't overlap,
 * so much is new that only the beginning is kept.
 */
export function withFresh(known: NotificationPage, fresh: NotificationPage): NotificationPage {
  const ids = new Set(fresh.notifications.map(({ id }) => id));
  const last = known.notifications.findLastIndex(({ id }) => ids.has(id));
  const rest = last === -1 || fresh.older === null ? [] : known.notifications.slice(last + 1);
  if (rest.length === 0) return fresh;
  return { ...fresh, notifications: [...fresh.notifications, ...rest], older: known.older };
}

/** The list with its next page at the end. Notifications that both contain are listed once. */
export function withOlder(known: NotificationPage, next: NotificationPage): NotificationPage {
  const ids = new Set(known.notifications.map(({ id }) => id));
  const added = next.notifications.filter(({ id }) => !ids.has(id));
  return { ...next, notifications: [...known.notifications, ...added] };
}

/** The list with some notifications marked as read or unread. */
export function withRead(
  list: NotificationPage,
  isRead: boolean,
  isMeant: (notification: Notification) => boolean,
): NotificationPage {
  if (!list.notifications.some((row) => row.isRead !== isRead && isMeant(row))) return list;
  return { ...list, notifications: list.notifications.map((row) => (isMeant(row) ? { ...row, isRead } : row)) };
}

/** Rows split into those of the last 24 hours and earlier ones. Lists are sorted, so each part is contiguous. */
export function splitByDay(
  rows: readonly Notification[],
  now: number,
): [recent: Notification[], earlier: Notification[]] {
  const isRecent = ({ createdAt }: Notification): boolean => Date.parse(createdAt) > now - DAY_MS;
  return [rows.filter(isRecent), rows.filter((row) => !isRecent(row))];
}
