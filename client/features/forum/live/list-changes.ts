// What an event of the socket changes in a list of threads that is shown. Rows change in place and never change their
// order; a new thread joins below the pinned ones (specification, section 4).
import type { getSubcategory, Thread } from '#contract/forum/api.ts';
import type { ReplyOf } from '#contract/http.ts';

export type ThreadList = ReplyOf<typeof getSubcategory>;
export type ListChange = (list: ThreadList) => ThreadList;

const holds = ({ threads }: ThreadList, id: string): boolean => threads.some((thread) => thread.id === id);

/** Whether what is told of a thread is newer than its row, or says the same. */
const isUpToDate = (told: Thread, row: Thread): boolean =>
  told.changes >= row.changes && told.lastNumber >= row.lastNumber;

/** A thread of the list has a reply, or was pinned or locked. One that the list does not show changes nothing. */
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

/** Whether the list begins with the newest threads: a new one has its place on it. */
export function isTop({ threads, threadCount, newer }: ThreadList): boolean {
  return newer === null && (threads.length > 0 || threadCount === 0);
}

/** Below the pinned threads, which is where a list that is read again has them. */
const inserted = (rows: readonly Thread[], begun: readonly Thread[]): Thread[] => {
  const at = rows.findIndex(({ isPinned }) => !isPinned);
  return at < 0 ? [...rows, ...begun] : [...rows.slice(0, at), ...begun, ...rows.slice(at)];
};

/** Somebody has begun a thread: it is counted on every page of the list, and shown where it has its place. */
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

/** Threads of the list's first page, read anew, that were begun since the shown page of the list was opened. */
const begunSince = (shown: ThreadList, fresh: ThreadList): Thread[] => {
  const others = fresh.threads.filter((thread) => !holds(shown, thread.id));
  if (shown.newer === null) return others.filter(({ createdAt }) => createdAt > newest(shown));
  // What stood on the first page is not known on a later one: only how many threads there were.
  const more = Math.max(0, fresh.threadCount - shown.threadCount);
  return others.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)).slice(0, more);
};

/** A thread with activity since then would stand on the list that was read anew. */
const floorOf = ({ threads, older }: ThreadList): string => {
  const times = threads.filter(({ isPinned }) => !isPinned).map(({ lastPost }) => lastPost.createdAt);
  return older === null ? '' : (times.sort()[0] ?? '');
};

/**
 * What a list that was read again changes in the one that is shown: rows that both have are renewed in their places, those
 * that were removed go, and threads that were begun since join (`begun`, for the reader to be told of; on a later page they
 * have no place). Rows that have moved on to the next page stay.
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
