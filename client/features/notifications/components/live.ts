// Follows the notifications of the logged-in user: their number, the lists on screen, and what is new. The bell starts it.
import { useSyncExternalStore } from 'react';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { invalidate, loadedOf, reload } from '#client/kit/data/query.ts';
import type { LinkState } from '#client/kit/socket.ts';
import { UNREAD_COUNT_MAX } from '#contract/notifications/limits.ts';
import { listNotifications } from '../api.ts';
import { forgetLists, refreshLists, setUnread, unreadRead } from './lists.ts';

let state: LinkState = 'connecting';
const listeners = new Set<() => void>();

const setState = (next: LinkState): void => {
  state = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** State of the connection, on every page. */
export function useLinkState(): LinkState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => 'connecting',
  );
}

/** Connects again after a lost connection. Set while the bell is shown. */
let connect = (): void => {};

export function reconnect(): void {
  if (state === 'lost') connect();
}

/**
 * Follows the notifications of a user until the returned function is called.
 * @param onNew receives the title of a new notification, once, unless the page is in the background
 */
export function followNotifications(context: AppContext, personId: string, onNew: (title: string) => void): () => void {
  let isOver = false;
  let stop = (): void => {};
  let lastNew = '';

  const announceNewest = async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return;
    const { notifications } = await listNotifications(context.transport, { query: { limit: '1' } });
    const newest = notifications[0];
    if (isOver || !newest || newest.isRead || newest.createdAt <= lastNew) return;
    lastNew = newest.createdAt;
    onNew(newest.title);
  };

  // Failures are ignored: the next event or connection fetches the same again, and an open list shows its own errors.
  const receive = (unread: number): void => {
    const known = loadedOf(context, unreadRead)?.unread;
    // An answer that is still on its way is older.
    invalidate(context, unreadRead);
    setUnread(context, unread);
    refreshLists(context).catch(() => null);
    const mayBeNew = known !== undefined && (unread > known || unread === UNREAD_COUNT_MAX);
    if (mayBeNew) announceNewest().catch(() => null);
  };

  const catchUp = async (): Promise<void> => {
    const known = loadedOf(context, unreadRead)?.unread;
    const { unread } = await reload(context, unreadRead);
    if (isOver) return;
    await refreshLists(context);
    if (known !== undefined && unread > known) await announceNewest();
  };

  connect = (): void => {
    import('#client/kit/socket.ts').then(
      ({ watchPerson }) => {
        if (isOver) return;
        stop = watchPerson(personId, {
          notifications: ({ unread }) => receive(unread),
          onState: (next) => {
            setState(next);
            if (next === 'live') catchUp().catch(() => null);
          },
        });
      },
      () => isOver || setState('lost'),
    );
  };

  // The count doesn't wait for the connection.
  reload(context, unreadRead).catch(() => null);
  connect();
  return () => {
    isOver = true;
    connect = () => {};
    stop();
    setState('connecting');
    forgetLists(context);
  };
}
