// Uploads that are under way in this window: they go on whatever page is open, and whoever comes back finds them.
import { useEffect, useSyncExternalStore } from 'react';
import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { getUploadSpace, submitUpload } from './api.ts';
import { waitAfter } from './upload-failure.ts';
import { createUploadQueue, type Queue, type QueueView } from './upload-queue.ts';

/**
 * `choosing` until it is sent; `stopped` when files have failed or stand still; `handing-in` when all have arrived and
 * the resource is being submitted, `refused` when that was not accepted.
 */
export type RunPhase = 'choosing' | 'sending' | 'stopped' | 'handing-in' | 'refused' | 'done';

export type RunView = {
  phase: RunPhase;
  queue: QueueView;
  resourceId: string | null;
  title: string;
  /** Why it was not accepted. */
  failure: string | null;
};

const createRun = (context: AppContext, isNew: boolean) => {
  const queue: Queue = createUploadQueue(context);
  const listeners = new Set<() => void>();
  let phase: RunPhase = 'choosing';
  let resourceId: string | null = null;
  let title = '';
  let failure: string | null = null;
  let view: RunView = { phase, queue: queue.view(), resourceId, title, failure };

  const tell = (): void => {
    view = { phase, queue: queue.view(), resourceId, title, failure };
    for (const listener of listeners) listener();
  };
  const enter = (next: RunPhase, why: string | null = null): void => {
    phase = next;
    failure = why;
    tell();
  };

  const handIn = async (): Promise<void> => {
    enter('handing-in');
    for (let tries = 1; resourceId !== null && phase === 'handing-in'; tries += 1) {
      try {
        await submitUpload(context.transport, { params: { id: resourceId }, body: {} });
        return enter('done');
      } catch (error) {
        if (!(error instanceof CallError) || (error.status !== 0 && error.status < 502))
          return enter('refused', sentenceOf(error));
        failure = sentenceOf(error);
        tell();
        await new Promise((resolve) => setTimeout(resolve, waitAfter(tries, error.retryAfterSeconds)));
      }
    }
  };

  const settle = (): void => {
    const { totals, isRunning } = queue.view();
    if (phase === 'choosing' || phase === 'done' || phase === 'handing-in' || isRunning) return;
    const isUnfinished = totals.open + totals.failed + totals.paused > 0 || totals.arrived === 0;
    if (isUnfinished) enter('stopped');
    else if (isNew) void handIn();
    else enter('done');
  };
  queue.whenSettled(settle);
  queue.subscribe(() => {
    if (phase === 'stopped' && queue.view().isRunning) phase = 'sending';
    tell();
  });

  return {
    queue,
    isNew,
    personId: context.person.current?.id,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    view: (): RunView => view,
    // Keeps the resource that was made for it, in case what follows fails and is tried again.
    keep(id: string): void {
      resourceId = id;
      tell();
    },
    start({ id, title: name, sessions }: Pick<OwnUpload, 'id' | 'title' | 'sessions'>): void {
      resourceId = id;
      title = name;
      enter('sending');
      queue.start(id, sessions);
      // Nothing to send, as when all of it was taken out.
      if (!queue.view().isRunning) settle();
    },
    // Hands in again what was refused, or without the files that failed.
    handIn: (): void => void handIn(),
    end(): void {
      enter('choosing');
      queue.end();
    },
  };
};

export type Run = ReturnType<typeof createRun>;

/** The run of something new, under this name, and those of resources by their id. */
const NEW = 'new';
const runs = new Map<string, Run>();
const listeners = new Set<() => void>();

const isBusy = (run: Run): boolean => ['sending', 'stopped', 'handing-in'].includes(run.view().phase);

const warn = (event: BeforeUnloadEvent): void => {
  if ([...runs.values()].some(isBusy)) event.preventDefault();
};

export type Running = { view: RunView; isNew: boolean; personId: string | undefined };

const isShown = (run: Run): boolean => isBusy(run) || run.view().phase === 'refused';
let running: readonly Running[] = [];
const tellRunning = (): void => {
  running = [...runs.values()].filter(isShown).map(({ view, isNew, personId }) => ({ view: view(), isNew, personId }));
  for (const listener of listeners) listener();
};

const forget = (key: string): void => {
  runs.get(key)?.end();
  runs.delete(key);
  tellRunning();
};

const runOf = (context: AppContext, resourceId: string | null): Run => {
  const key = resourceId ?? NEW;
  const fresh = runs.get(NEW);
  // Its own page shows what the form has begun.
  if (resourceId !== null && fresh?.view().resourceId === resourceId && isBusy(fresh)) return fresh;
  const known = runs.get(key);
  if (known && known.personId === context.person.current?.id) return known;
  // Another person's files are nobody else's to send.
  known?.end();
  const run = createRun(context, resourceId === null);
  run.subscribe(() => {
    window.removeEventListener('beforeunload', warn);
    if ([...runs.values()].some(isBusy)) window.addEventListener('beforeunload', warn);
    tellRunning();
  });
  runs.set(key, run);
  return run;
};

/** Begins with an empty list again. */
export function forgetRun(resourceId: string | null): void {
  forget(resourceId ?? NEW);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** All uploads of this window that are under way or wait for their person. */
export function useRunningUploads(): readonly Running[] {
  return useSyncExternalStore(
    subscribe,
    () => running,
    () => running,
  );
}

/** The uploads of a resource in this window, or with null those of the form for something new. */
export function useRun(resourceId: string | null): { run: Run; view: RunView } {
  const context = useAppContext();
  const run = useSyncExternalStore(subscribe, () => runOf(context, resourceId));
  const view = useSyncExternalStore(run.subscribe, run.view);
  // What has room is known before anything is sent; without an answer the server tells later.
  useEffect(() => {
    let hasLeft = false;
    getUploadSpace(context.transport, {})
      .then((space) => hasLeft || run.queue.weigh(space))
      .catch(() => null);
    return () => {
      hasLeft = true;
    };
  }, [context, run]);
  return { run, view };
}
