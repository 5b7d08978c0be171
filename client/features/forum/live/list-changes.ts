// Applies live events to a displayed list of threads. Rows are updated in place and never reordered; new threads are inserted
// below the pinned ones (specification, section 4).
import type { getSubcategory, Thread } from '#contract/forum/api.ts';
import type { ReplyOf } from '#contract/http.ts';

export type ThreadList = ReplyOf<typeof getSubcategory>;
export type ListChange = (list: ThreadList) => ThreadList;

const holds = ({ threads }: ThreadList, id: string): boolean => threads.some((thread) => thread.id === id);

/** Whether an event's data is at least as new as the row. */
const isUpToDate = (told: Thread, row: Thread): boolean =>
  told.changes >= row.changes && told.lastNumber >= row.lastNumber;

/** A thread got a reply, or was pinned or locked. Threads that are not in the list change nothing. */
export function withListedThread(thread: Thread): ListChange {
  return (list) =>
    holds(list, thread.id)
      ? {
          ...list,
          threads: list.threads.map((row) => (row.id === thread.id && isUpToDate(thread, row) ? thread : row)),
        }
      : list;
}

/** A thread was removed. */
export function withoutThread({ id, categoryId }: { id: string; categoryId: string }): ListChange {
  return (list) =>
    categoryId === list.id
      ? {
          ...list,
          threadCount: Math.max(0, list.threadCount - 1),
          threads: list.threads.filter((row) => row.id !== id),
        }
      : list;
}

/** Whether the list starts with the newest threads, so that new ones belong on it. */
export function isTop({ threads, threadCount, newer }: ThreadList): boolean {
  return newer === null && (threads.length > 0 || threadCount === 0);
}

/** Inserts threads below the pinned ones, as a reload would show them. */
const inserted = (rows: readonly Thread[], begun: readonly Thread[]): Thread[] => {
  const at = rows.findIndex(({ isPinned }) => !isPinned);
  return at < 0 ? [...rows, ...begun] : [...rows.slice(0, at), ...begun, ...rows.slice(at)];
};

/** A new thread: it is counted on every page of the list, and shown where it belongs. */
export function withNew(thread: Thread): ListChange {
  return (list) =>
    holds(list, thread.id)
      ? list
      : {
          ...list,
          threadCount: list.threadCount + 1,
          threads: isTop(list) ? inserted(list.threads, [thread]) : list.threads,
        };
}

const newest = ({ threads }: ThreadList): string =>
  threads
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1) ?? '';

/** Threads from a reloaded first page that were started after the displayed page was opened. */
const begunSince = (shown: ThreadList, fresh: ThreadList): Thread[] => {
  const others = fresh.threads.filter((thread) => !holds(shown, thread.id));
  if (shown.newer === null) return others.filter(({ createdAt }) => createdAt > newest(shown));
  // A later page does not know the first page's threads, only how many there were.
  const more = Math.max(0, fresh.threadCount - shown.threadCount);
  return others.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)).slice(0, more);
};

/** Activity of the oldest row of the reloaded list; threads with later activity would be in it. */
const floorOf = ({ threads, older }: ThreadList): string => {
  const times = threads.filter(({ isPinned }) => !isPinned).map(({ lastPost }) => lastPost.createdAt);
  return older === null ? '' : (times.sort()[0] ?? '');
};

/**
 * Compares a reloaded list with the displayed one: common rows are updated in place, removed ones disappear, and threads started
 * since are inserted (and returned as `begun`, to notify the reader; later pages do not show them). Rows that have moved to the
 * next page stay.
 */
export function compareLists(shown: ThreadList, fresh: ThreadList): { change: ListChange; begun: Thread[] } {
  const told = new Map(fresh.threads.map((thread) => [thread.id, thread]));
  const floor = floorOf(fresh);
  const begun = begunSince(shown, fresh);
  return {
    change: (list) => {
      const rows = list.threads
        .filter((row) => told.has(row.id) || row.lastPost.createdAt < floor)
        .map((row) => told.get(row.id) ?? row);
      const missing = begun.filter(({ id }) => !holds(list, id));
      return {
        ...list,
        threadCount: fresh.threadCount,
        postCount: fresh.postCount,
        isClosed: fresh.isClosed,
        threads: isTop(list) ? inserted(rows, missing) : rows,
      };
    },
    begun,
  };
}
