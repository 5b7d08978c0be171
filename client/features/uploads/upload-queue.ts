// Upload queue of one resource; sends its files one after another. Independent of React, so that uploads continue when the user
// leaves the page.
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import { getOwnUpload } from './api.ts';
import { batchesOf } from './batches.ts';
import type { ChosenFile } from './chosen-files.ts';
import { objectionsTo, type Space } from './matching.ts';
import { loadProtocol } from './send-bytes.ts';
import { type Sample, speedOf, withKnown, withSample } from './speeds.ts';
import { createUploadAborts } from './upload-aborts.ts';
import { newItem, type Totals, type UploadItem, uploadTotals } from './upload-items.ts';
import { createUploadWorker } from './upload-worker.ts';

/** Snapshot of a queue for rendering. */
export type QueueView = {
  items: readonly UploadItem[];
  totals: Totals;
  /** Bytes per second; null while unknown. */
  speed: number | null;
  /** True while a file is being sent. */
  isRunning: boolean;
};

/** Minimum interval between progress updates. State changes are reported immediately. */
const TELL_MS = 250;
/** Interval of speed updates while there is no progress to report. */
const IDLE_MS = 1000;

export type Queue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue(context: AppContext) {
  const items = new Map<string, UploadItem>();
  const waiting = new Set<string>();
  const paths = new Set<string>();
  const stops = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  let view: QueueView = { items: [], totals: uploadTotals([]), speed: null, isRunning: false };
  let samples: Sample[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = 0;
  let resourceId: string | null = null;
  let earlier: readonly UploadSession[] = [];
  let space: Space | null = null;
  let isRunning = false;
  let onSettled: () => void = () => {};
  let keys = 0;
  let bundles = 0;

  const tell = (): void => {
    clearTimeout(timer);
    toldAt = Date.now();
    const totals = uploadTotals(items.values());
    if (isRunning) samples = withSample(samples, { at: toldAt, bytes: totals.sent });
    view = { items: [...items.values()], totals, speed: isRunning ? speedOf(samples, toldAt) : null, isRunning };
    // Lets the displayed speed drop while an upload is stalled.
    timer = isRunning ? setTimeout(tell, IDLE_MS) : undefined;
    for (const listener of listeners) listener();
  };
  const tellSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, toldAt + TELL_MS - Date.now()));
  };

  const change = (key: string, changes: Partial<UploadItem>): void => {
    const item = items.get(key);
    if (!item) return;
    items.set(key, { ...item, ...changes });
    const { acknowledged = 0 } = changes;
    if (acknowledged > item.sent) samples = withKnown(samples, acknowledged - item.sent);
    if ('state' in changes || 'note' in changes) tell();
    else tellSoon();
  };

  // Before any bytes are sent, marks the files that exceed the limits.
  const weigh = (): void => {
    const unsent = [...items.values()].filter(({ state, isRefused }) => state === 'waiting' || isRefused);
    const objections = objectionsTo(
      unsent.map(({ parcel }) => parcel),
      space,
    );
    for (const [index, item] of unsent.entries()) {
      const problem = objections[index] ?? null;
      const isRefused = problem !== null;
      items.set(item.key, { ...item, problem, isRefused, state: isRefused ? 'failed' : 'waiting' });
      if (isRefused) waiting.delete(item.key);
      else waiting.add(item.key);
    }
  };

  const drops = createUploadAborts(context);
  const carry = createUploadWorker(context, {
    item: (key) => items.get(key),
    change,
    resourceId: () => resourceId ?? '',
    earlierSessions: () => earlier,
    takenSessions: () => new Set([...items.values()].map(({ sessionId }) => sessionId)),
    drop: drops.drop,
    hold: (problem) => {
      for (const key of waiting) change(key, { state: 'paused', problem });
      waiting.clear();
    },
  });

  // Waits until dropped uploads are cancelled, because the server rejects a submission while files are still being received.
  const settle = async (): Promise<void> => {
    await drops.allGone();
    if (!isRunning) onSettled();
  };

  const pump = async (): Promise<void> => {
    if (isRunning || resourceId === null || waiting.size === 0) return;
    isRunning = true;
    samples = [];
    for (const key of waiting) {
      waiting.delete(key);
      const stop = new AbortController();
      stops.set(key, stop);
      await carry(key, stop.signal);
      if (stops.get(key) === stop) stops.delete(key);
    }
    isRunning = false;
    tell();
    // Start again if items were resumed while others were being sent.
    if (waiting.size > 0) void pump();
    else void settle();
  };

  // When an upload is paused, the server has already received most of the bytes in flight. Ask how many, so that the displayed
  // progress doesn't drop.
  const lookUp = async (key: string): Promise<void> => {
    const id = items.get(key)?.sessionId;
    if (!id || resourceId === null) return;
    const { sessions } = await getOwnUpload(context.transport, { params: { id: resourceId } });
    const received = sessions.find((session) => session.id === id)?.received ?? 0;
    const item = items.get(key);
    if (item?.state !== 'paused' || received <= item.acknowledged) return;
    change(key, { acknowledged: received, sent: received });
  };

  const stop = (key: string): void => {
    waiting.delete(key);
    stops.get(key)?.abort();
    stops.delete(key);
  };

  // Pauses everything and returns the keys of the items that were being sent.
  const halt = (): string[] => {
    const underWay = [...items.values()].filter(({ state }) => state === 'waiting' || state === 'sending');
    for (const { key } of underWay) {
      stop(key);
      change(key, { state: 'paused', note: null, sent: items.get(key)?.acknowledged ?? 0 });
    }
    return underWay.filter(({ state }) => state === 'sending').map(({ key }) => key);
  };

  const remove = (key: string): void => {
    const item = items.get(key);
    if (!item) return;
    stop(key);
    items.delete(key);
    for (const { path } of item.parcel.files) paths.delete(path);
    if (item.state !== 'arrived') drops.drop(item.sessionId);
    weigh();
    tell();
    if (!isRunning) void settle();
  };

  const resume = (key: string): void => {
    const item = items.get(key);
    if (!item || item.isHopeless || item.isRefused || !['paused', 'failed'].includes(item.state)) return;
    waiting.add(key);
    change(key, { state: 'waiting', problem: null });
    void pump();
  };

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    view: (): QueueView => view,
    // Adds files, except those already in the queue.
    add(chosen: readonly ChosenFile[]): void {
      void loadProtocol().catch(() => null);
      const fresh: ChosenFile[] = [];
      for (const one of chosen) {
        if (paths.has(one.path)) continue;
        paths.add(one.path);
        fresh.push(one);
      }
      for (const parcel of batchesOf(fresh, bundles + 1)) {
        keys += 1;
        if (parcel.isBundle) bundles += 1;
        items.set(`file-${keys}`, newItem(`file-${keys}`, parcel));
      }
      weigh();
      tell();
      void pump();
    },
    // Sets the available storage. Files that don't fit are marked.
    weigh(known: Space): void {
      space = known;
      weigh();
      tell();
    },
    // Starts sending files to this resource. `sessions` are its unfinished uploads from earlier visits.
    start(id: string, sessions: readonly UploadSession[]): void {
      resourceId = id;
      earlier = sessions;
      void pump();
    },
    pause(key: string): void {
      const item = items.get(key);
      if (!item || !['waiting', 'sending'].includes(item.state)) return;
      stop(key);
      change(key, { state: 'paused', note: null, sent: item.acknowledged });
      if (item.state === 'sending') lookUp(key).catch(() => null);
    },
    resume,
    pauseAll(): void {
      for (const key of halt()) lookUp(key).catch(() => null);
    },
    // Pauses uploads that are about to be cancelled, without asking the server for their progress.
    halt: (): void => void halt(),
    resumeAll(): void {
      for (const key of [...items.keys()]) resume(key);
    },
    // Removes a file and cancels its upload on the server.
    remove,
    removeFailed(): void {
      for (const { key, state } of [...items.values()]) if (state === 'failed') remove(key);
    },
    // Stops everything. Called when the queue is discarded.
    end(): void {
      for (const key of [...items.keys()]) stop(key);
    },
    // Sets the callback that runs once nothing is being sent any more.
    whenSettled(act: () => void): void {
      onSettled = act;
    },
  };
}
