// Applies live events to a displayed list of threads. Rows are updated in place and never reordered; new threads are inserted
// below the pinned ones (specification, section 4).
import type { getSubcategory, Thread } from '#contract/forum/api.ts';
import type { ReplyOf } from '#contract/http.ts';

export type ThreadList = ReplyOf<typeof getSubcategory>;
export type ListChange = (list: ThreadList) => ThreadList;

const holds = ({ threads }: ThreadList, id: string): boolean => threads.some((thread) => thread.id === id);

/** Whether an event's data is at least as recent as the row's. */
const isUpToDate = (told: Thread, row: Thread): boolean =>
  told.changes >= row.changes && told.lastNumber >= row.lastNumber;

/** Updates a thread that got a reply, or was pinned or locked. Does nothing if the list does not contain the thread. */
export function withListedThread(thread: Thread): ListChange {
  return (list) =>
    holds(list, thread.id)
      ? {
          ...list,
          threads: list.threads.map((row) => (row.id === thread.id && isUpToDate(thread, row) ? thread : row)),
        }
      : list;
}

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

/** Whether the list starts with the newest threads, so that new ones should be added to it. */
export function isTop({ threads, threadCount, newer }: ThreadList): boolean {
  return newer === null && (threads.length > 0 || threadCount === 0);
}

/** Inserts threads below the pinned ones, in the order that a reload would show. */
const inserted = (rows: readonly Thread[], begun: readonly Thread[]): Thread[] => {
  const at = rows.findIndex(({ isPinned }) => !isPinned);
  return at < 0 ? [...rows, ...begun] : [...rows.slice(0, at), ...begun, ...rows.slice(at)];
};

/** Adds a new thread. It is counted on every page of the list, but only shown on the page it belongs to. */
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

/** Threads from a reloaded first page that were started after the displayed page was loaded. */
const begunSince = (shown: ThreadList, fresh: ThreadList): Thread[] => {
  const others = fresh.threads.filter((thread) => !holds(shown, thread.id));
  if (shown.newer === null) return others.filter(({ createdAt }) => createdAt > newest(shown));
  // A later page does not contain the threads of the first page, but it includes the total count.
  const more = Math.max(0, fresh.threadCount - shown.threadCount);
  return others.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)).slice(0, more);
};

/** Time of the last activity in the oldest reloaded row. Any thread with later activity is on the reloaded page. */
const floorOf = ({ threads, older }: ThreadList): string => {
  const times = threads.filter(({ isPinned }) => !isPinned).map(({ lastPost }) => lastPost.createdAt);
  return older === null ? '' : (times.sort()[0] ?? '');
};

/**
 * Compares a reloaded list with the displayed one. Rows in both lists are updated in place, removed rows disappear, and new
 * threads are inserted. New threads are also returned as `begun`, to notify the reader, because later pages do not show them.
 * Rows that have moved to the next page stay.
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
