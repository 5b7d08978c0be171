// The loaded lists and the unread count, in the query cache. There is one list per filter; the bell and the page share them.
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { loadedOf, type Read, read, reload, update } from '#client/kit/data/query.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { Notification, NotificationPage } from '#contract/notifications/api.ts';
import {
  NOTIFICATION_FILTERS,
  NOTIFICATIONS_PAGE_MAX,
  NOTIFICATIONS_PER_PAGE,
  UNREAD_COUNT_MAX,
} from '#contract/notifications/limits.ts';
import { countUnread, listNotifications, markAllRead, markRead } from '../api.ts';
import type { NotificationFilter } from './addresses.ts';
import { withFresh, withOlder, withRead } from './list-changes.ts';

export const unreadRead = read(countUnread, {});

const queryOf = (filter: NotificationFilter) => (filter === 'all' ? {} : { filter });
const reads = Object.fromEntries(
  NOTIFICATION_FILTERS.map((filter) => [filter, read(listNotifications, { query: queryOf(filter) })]),
) as Record<NotificationFilter, Read<NotificationPage>>;

export function listRead(filter: NotificationFilter): Read<NotificationPage> {
  return reads[filter];
}

export function setUnread({ queryCache }: AppContext, unread: number): void {
  queryCache.put(unreadRead.key, { unread });
}

/** Number of fetches per filter so far. Only the last one's response is used. */
const fetches = new Map<NotificationFilter, number>();

/** Fetches the beginning of a list again and keeps what "Show more" has loaded. */
export async function refreshList(context: AppContext, filter: NotificationFilter): Promise<void> {
  const given = listRead(filter);
  const turn = (fetches.get(filter) ?? 0) + 1;
  fetches.set(filter, turn);
  const shown = loadedOf(context, given)?.notifications.length ?? 0;
  const limit = Math.min(Math.max(shown, NOTIFICATIONS_PER_PAGE), NOTIFICATIONS_PAGE_MAX);
  const query = { ...queryOf(filter), limit: String(limit) };
  const fresh = await listNotifications(context.transport, { query });
  if (fetches.get(filter) !== turn) return;
  const known = loadedOf(context, given);
  context.queryCache.put(given.key, known ? withFresh(known, fresh) : fresh);
  setUnread(context, fresh.unread);
}

/** Adds the next page to a list. */
export async function loadOlder(context: AppContext, filter: NotificationFilter): Promise<void> {
  const given = listRead(filter);
  const before = loadedOf(context, given)?.older;
  if (!before) return;
  const next = await listNotifications(context.transport, { query: { ...queryOf(filter), before } });
  update(context, given, (known) => (known.older === before ? withOlder(known, next) : known));
}

/** Filters of the lists on screen, with the number of times each is shown. */
const shown = new Map<NotificationFilter, number>();

/** Keeps a list up to date until the returned function is called. */
export function showList(filter: NotificationFilter): () => void {
  shown.set(filter, (shown.get(filter) ?? 0) + 1);
  return () => void shown.set(filter, (shown.get(filter) ?? 1) - 1);
}

/** Updates all lists after a change on the server. Those that are not on screen are fetched when they are opened. */
export async function refreshLists(context: AppContext): Promise<void> {
  const isShown = (filter: NotificationFilter): boolean => (shown.get(filter) ?? 0) > 0;
  for (const filter of NOTIFICATION_FILTERS) context.queryCache.invalidate(listRead(filter).key);
  await Promise.all(NOTIFICATION_FILTERS.filter(isShown).map((filter) => refreshList(context, filter)));
}

/** Removes a user's notifications from the cache, so that the next user of this browser doesn't see them. */
export function forgetLists({ queryCache }: AppContext): void {
  for (const given of [unreadRead, ...Object.values(reads)]) queryCache.remove(given.key);
}

const showRead = (context: AppContext, isRead: boolean, isMeant: (notification: Notification) => boolean): void => {
  for (const filter of NOTIFICATION_FILTERS)
    update(context, listRead(filter), (list) => withRead(list, isRead, isMeant));
};

// Shows a change immediately, then makes the call. If the call fails, the change is undone and the reason is shown.
const change = async (
  context: AppContext,
  ids: ReadonlySet<string>,
  unread: number | undefined,
  call: () => Promise<{ unread: number }>,
): Promise<void> => {
  const isMeant = ({ id }: Notification): boolean => ids.has(id);
  const before = loadedOf(context, unreadRead)?.unread;
  showRead(context, true, isMeant);
  if (unread !== undefined) setUnread(context, unread);
  try {
    setUnread(context, (await call()).unread);
  } catch (error) {
    showRead(context, false, isMeant);
    if (before !== undefined) setUnread(context, before);
    showToast({ tone: 'error', text: error instanceof CallError ? error.message : markRead.fallback });
    // Something else may have changed during the call. If this fails too, the next event corrects the count.
    reload(context, unreadRead).catch(() => null);
  }
};

/** Marks a notification as read, because it is being opened. */
export function openNotification(context: AppContext, { id, isRead }: Notification): Promise<void> {
  if (isRead) return Promise.resolve();
  const known = loadedOf(context, unreadRead)?.unread;
  // At the largest count there may be more, so only the server knows the next one.
  const unread = known && known < UNREAD_COUNT_MAX ? known - 1 : undefined;
  return change(context, new Set([id]), unread, () => markRead(context.transport, { params: { id } }));
}

/** Marks all notifications of a list as read, and all older ones. Those that arrive during the call stay unread. */
export function markListRead(context: AppContext, filter: NotificationFilter): Promise<void> {
  const rows = NOTIFICATION_FILTERS.flatMap((one) => loadedOf(context, listRead(one))?.notifications ?? []);
  const newest = loadedOf(context, listRead(filter))?.notifications[0];
  if (!newest) return Promise.resolve();
  const unread = rows.filter((row) => !row.isRead && row.createdAt <= newest.createdAt);
  const ids = new Set(unread.map(({ id }) => id));
  // Newer ones can only be missing from a filtered list.
  const left = filter === 'all' ? 0 : undefined;
  return change(context, ids, left, () => markAllRead(context.transport, { body: { upTo: newest.id } }));
}
