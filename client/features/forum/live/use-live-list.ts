import { useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, loadedOf, type Read, update } from '#client/kit/data/query.ts';
import type { Thread } from '#contract/forum/api.ts';
import { getSubcategory } from '../api.ts';
import { compareLists, type ThreadList, withListedThread, withNew, withoutThread } from './list-changes.ts';
import { type LiveStatus, watch } from './watch.ts';

/**
 * Maximum number of reloads if the list keeps changing while it is being reloaded. After that, the next event triggers another
 * reload anyway.
 */
const MOST_READS = 3;

/** A live list of threads. `begun` are the threads started since the page was opened, newest first. */
export function useLiveList(
  given: Read<ThreadList>,
  list: ThreadList,
  personId: string | null | undefined,
): { status: LiveStatus | null; begun: readonly Thread[]; reload(): Promise<void> } {
  const context = useAppContext();
  const [status, setStatus] = useState<LiveStatus | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [begun, setBegun] = useState<readonly Thread[]>([]);
  const { id, slug: subcategorySlug } = list;
  const { slug: categorySlug } = list.category;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reconnects
  useEffect(() => {
    if (personId === undefined) return;
    let wasLive = false;
    let left = false;
    // Number of threads added and removed so far. A response requested before the last change may not reflect it.
    let turns = 0;
    const known = new Map<string, Thread>();
    setStatus('connecting');
    setBegun([]);
    const change = (by: (list: ThreadList) => ThreadList): void => update(context, given, by);
    const tell = (): void => setBegun([...known.values()].reverse());
    const compare = async (): Promise<void> => {
      for (let reads = 1; reads <= MOST_READS; reads += 1) {
        const turn = turns;
        const input = { params: { categorySlug, subcategorySlug }, query: {} };
        const fresh = await getSubcategory(context.transport, input);
        const shown = loadedOf(context, given);
        if (left || !shown) return;
        if (turn !== turns && reads < MOST_READS) continue;
        const compared = compareLists(shown, fresh);
        change(compared.change);
        for (const thread of compared.begun.toReversed()) known.set(thread.id, thread);
        return tell();
      }
    };
    const stop = watch(
      { kind: 'subcategory', id },
      {
        newThread: (thread) => {
          if (thread.categoryId !== id || known.has(thread.id)) return;
          turns += 1;
          const isShown = loadedOf(context, given)?.threads.some((row) => row.id === thread.id);
          if (isShown) return;
          known.set(thread.id, thread);
          change(withNew(thread));
          tell();
        },
        threadChanged: (thread) => change(withListedThread(thread)),
        threadDeleted: (thread) => {
          turns += 1;
          known.delete(thread.id);
          change(withoutThread(thread));
          tell();
        },
      },
      (next, told) => {
        setStatus(next);
        if (!told) return;
        const isBehind = loadedOf(context, given)?.threadCount !== told.threadCount;
        // If comparing fails, the changes are visible the next time the list is opened.
        if (wasLive || isBehind) compare().catch(() => null);
        wasLive = true;
      },
      personId,
    );
    return () => {
      left = true;
      stop();
    };
  }, [context, given, id, categorySlug, subcategorySlug, personId, attempt]);

  const reload = async (): Promise<void> => {
    context.queryCache.invalidate(given.key);
    await load(context, given);
    setBegun([]);
    if (status === 'lost') setAttempt(attempt + 1);
  };
  return { status, begun, reload };
}
