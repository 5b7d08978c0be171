import { useEffect, useMemo, useState } from 'react';
import { load, loadedOf, type Read, update } from '#client/kit/query.ts';
import { useServices } from '#client/kit/services.ts';
import type { Thread } from '#contract/forum.ts';
import { getSubcategory } from '../api.ts';
import { compareLists, isFirst, type ThreadList, withFirst, withoutThread, withThread } from './list-changes.ts';
import { type LiveStatus, watch } from './watch.ts';

/** A list of threads as people post: rows change in place, and new threads wait until they are asked for. */
export const useLiveList = (
  given: Read<ThreadList>,
  list: ThreadList,
  personId: string | undefined,
): { status: LiveStatus | null; waiting: Thread[]; show(): Promise<void> } => {
  const services = useServices();
  const [status, setStatus] = useState<LiveStatus | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [waiting, setWaiting] = useState<Thread[]>([]);
  const { id, slug: subcategorySlug } = list;
  const { slug: categorySlug } = list.category;

  const wait = useMemo(
    () => (threads: Thread[]) =>
      setWaiting((known) => [...threads.filter((thread) => known.every((other) => other.id !== thread.id)), ...known]),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt connects again
  useEffect(() => {
    let wasLive = false;
    let left = false;
    setStatus('connecting');
    setWaiting([]);
    const change = (by: (list: ThreadList) => ThreadList): void => update(services, given, by);
    const compare = async (): Promise<void> => {
      const fresh = await getSubcategory(services.transport, { params: { categorySlug, subcategorySlug }, query: {} });
      const shown = loadedOf(services, given);
      if (left || !shown) return;
      const { change: renew, waiting: begun } = compareLists(shown, fresh);
      change(isFirst(shown) ? () => fresh : renew);
      if (!isFirst(shown)) wait(begun);
    };
    const stop = watch(
      { kind: 'subcategory', id },
      {
        newThread: (thread) => {
          const shown = loadedOf(services, given);
          if (thread.categoryId !== id || !shown || shown.threads.some((row) => row.id === thread.id)) return;
          if (isFirst(shown)) change(withFirst(thread));
          else wait([thread]);
        },
        threadChanged: (thread) => change(withThread(thread)),
        threadDeleted: (thread) => {
          change(withoutThread(thread));
          setWaiting((known) => known.filter((other) => other.id !== thread.id));
        },
      },
      (next, told) => {
        setStatus(next);
        if (!told) return;
        const isBehind = loadedOf(services, given)?.threadCount !== told.threadCount;
        // What cannot be compared now is seen when the list is opened again.
        if (wasLive || isBehind) compare().catch(() => null);
        wasLive = true;
      },
      personId,
    );
    return () => {
      left = true;
      stop();
    };
  }, [services, given, wait, id, categorySlug, subcategorySlug, personId, attempt]);

  const show = async (): Promise<void> => {
    services.answers.invalidate(given.key);
    await load(services, given);
    setWaiting([]);
    if (status === 'lost') setAttempt(attempt + 1);
  };
  return { status, waiting, show };
};
