import { useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { Thread } from '#contract/forum/api.ts';
import type { ThreadList } from './list-changes.ts';
import type { Seen } from './unread.ts';

/**
 * Unread posts in a list of threads, for members. The list itself is the same for everyone, so this is asked for when the list is
 * open.
 */
export function useUnread(list: ThreadList, personId: string | undefined) {
  const context = useAppContext();
  const [seen, setSeen] = useState<Seen | null>(null);
  const ids = list.threads.map(({ id }) => id).join();
  useEffect(() => {
    let left = false;
    if (personId && ids)
      import('./unread.ts')
        .then(({ loadSeen }) => loadSeen(context, ids.split(',')))
        .then(
          (loaded) => left || setSeen(loaded),
          // Without an answer nothing is marked.
          () => null,
        );
    return () => {
      left = true;
    };
  }, [context, personId, ids]);

  /** Number of the first unread post, or null if all are read. */
  const unreadFrom = ({ id, lastPost }: Thread): number | null => {
    const number = personId ? seen?.get(id) : undefined;
    return number === undefined || lastPost.number <= number || lastPost.author.id === personId ? null : number + 1;
  };
  const markAllRead = async (): Promise<void> => {
    try {
      const { readAll } = await import('./unread.ts');
      setSeen(await readAll(context, list));
    } catch (error) {
      showToast({ tone: 'error', text: (error as Error).message });
    }
  };
  return { unreadFrom, markAllRead, isAnyUnread: list.threads.some((thread) => unreadFrom(thread) !== null) };
}
