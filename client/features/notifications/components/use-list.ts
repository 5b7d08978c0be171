import { useCallback, useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { load, loadedOf, useLoaded } from '#client/kit/data/query.ts';
import type { NotificationPage } from '#contract/notifications/api.ts';
import { listNotifications } from '../api.ts';
import type { NotificationFilter } from './addresses.ts';
import { listRead, loadOlder, refreshList, showList, unreadRead } from './lists.ts';

const sentenceOf = (error: unknown): string =>
  error instanceof CallError ? error.message : listNotifications.fallback;

export type NotificationListState = {
  /** Undefined while it is loading, or after that failed. */
  list: NotificationPage | undefined;
  unread: number;
  /** Error message of the last call. */
  failure: string | null;
  /** Whether the next page is being loaded. */
  isBusy: boolean;
  retry(): void;
  /** Loads the next page. Resolves to false if that failed. */
  more(): Promise<boolean>;
};

/**
 * A list on screen. It stays up to date, and keeps its content if an update fails.
 * @param isFresh whether the page has just loaded the list, so that it isn't fetched again
 */
export function useList(filter: NotificationFilter, isFresh = false): NotificationListState {
  const context = useAppContext();
  const list = useLoaded(listRead(filter));
  const count = useLoaded(unreadRead);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const ask = useCallback(async (call: () => Promise<unknown>): Promise<boolean> => {
    setFailure(null);
    try {
      await call();
      return true;
    } catch (error) {
      setFailure(sentenceOf(error));
      return false;
    }
  }, []);

  useEffect(() => {
    const hide = showList(filter);
    const isLoaded = loadedOf(context, listRead(filter)) !== undefined;
    if (!isLoaded) void ask(() => load(context, listRead(filter)));
    else if (!isFresh) void ask(() => refreshList(context, filter));
    return hide;
  }, [context, filter, isFresh, ask]);

  const more = async (): Promise<boolean> => {
    setBusy(true);
    const isDone = await ask(() => loadOlder(context, filter));
    setBusy(false);
    return isDone;
  };

  return {
    list,
    unread: count?.unread ?? list?.unread ?? 0,
    failure,
    isBusy,
    retry: () => void ask(() => refreshList(context, filter)),
    more,
  };
}
