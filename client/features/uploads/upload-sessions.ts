// Uploads running in this window. They continue when the user opens another page, and pages reconnect to them.
import { useEffect, useSyncExternalStore } from 'react';
import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { getUploadSpace, submitUpload } from './api.ts';
import { waitAfter } from './upload-failure.ts';
import { createUploadQueue, type Queue, type QueueView } from './upload-queue.ts';

/**
 * `choosing`: sending has not started. `stopped`: some files have failed or are paused. `handing-in`: submitting after all files
 * have arrived. `refused`: the submission was rejected.
 */
export type RunPhase = 'choosing' | 'sending' | 'stopped' | 'handing-in' | 'refused' | 'done';

export type RunView = {
  phase: RunPhase;
  queue: QueueView;
  resourceId: string | null;
  title: string;
  /** Why the submission was rejected. */
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
    // Remembers the resource created for this run, so that a retry after a later failure reuses it.
    keep(id: string): void {
      resourceId = id;
      tell();
    },
    start({ id, title: name, sessions }: Pick<OwnUpload, 'id' | 'title' | 'sessions'>): void {
      resourceId = id;
      title = name;
      enter('sending');
      queue.start(id, sessions);
      // There may be nothing to send, e.g. if all files were removed.
      if (!queue.view().isRunning) settle();
    },
    // Submits again after a rejection, or leaves out the failed files and submits the rest.
    handIn: (): void => void handIn(),
    end(): void {
      enter('choosing');
      queue.end();
    },
  };
};

export type Run = ReturnType<typeof createRun>;

/** Key of the run that creates a new resource; other runs are keyed by resource id. */
const NEW = 'new';
const runs = new Map<string, Run>();
const listeners = new Set<() => void>();

const isBusy = (run: Run): boolean => ['sending', 'stopped', 'handing-in'].includes(run.view().phase);

const warn = (event: BeforeUnloadEvent): void => {
  if ([...runs.values()].some(isBusy)) event.preventDefault();
};

/** `isOnScreen`: the user sees the run itself, with all of its files. */
export type Running = { view: RunView; isNew: boolean; personId: string | undefined; isOnScreen: boolean };

const onScreen = new Set<Run>();
let running: readonly Running[] = [];
const tellRunning = (): void => {
  running = [...runs.values()]
    .filter((run) => run.view().phase !== 'choosing')
    .map((run) => ({ view: run.view(), isNew: run.isNew, personId: run.personId, isOnScreen: onScreen.has(run) }));
  for (const listener of listeners) listener();
};

/** Says whether the user sees a run. */
export function noteOnScreen(run: Run, isOnScreen: boolean): void {
  if (onScreen.has(run) === isOnScreen) return;
  if (isOnScreen) onScreen.add(run);
  else onScreen.delete(run);
  tellRunning();
}

const forget = (key: string): void => {
  runs.get(key)?.end();
  runs.delete(key);
  tellRunning();
};

const runOf = (context: AppContext, resourceId: string | null): Run => {
  const key = resourceId ?? NEW;
  const fresh = runs.get(NEW);
  // If the form's run created this resource, it continues on the resource's own page.
  if (resourceId !== null && fresh?.view().resourceId === resourceId && isBusy(fresh)) return fresh;
  const known = runs.get(key);
  if (known && known.personId === context.person.current?.id) return known;
  // Never send another user's files.
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

/** Discards the run and starts over with an empty queue. */
export function forgetRun(resourceId: string | null): void {
  forget(resourceId ?? NEW);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** All uploads in this window that are running, waiting for the user, or done but not yet looked at. */
export function useRunningUploads(): readonly Running[] {
  return useSyncExternalStore(
    subscribe,
    () => running,
    () => running,
  );
}

/** This window's run for a resource, or the run of the new-resource form if `resourceId` is null. */
export function useRun(resourceId: string | null): { run: Run; view: RunView } {
  const context = useAppContext();
  const run = useSyncExternalStore(subscribe, () => runOf(context, resourceId));
  const view = useSyncExternalStore(run.subscribe, run.view);
  // Check the quota before anything is sent. If this call fails, the server still rejects files that exceed the quota.
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
