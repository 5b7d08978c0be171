// What the queue knows of each parcel, and the figures of all of them.
import type { Batch } from './batches.ts';

/**
 * `finishing` is the call that says that all bytes are there. `paused` waits for its person, `failed` too, but with a
 * reason. `arrived` means that the server has it: checking it goes on there.
 */
export type ItemState = 'waiting' | 'sending' | 'finishing' | 'paused' | 'arrived' | 'failed';

export type UploadItem = {
  key: string;
  parcel: Batch;
  state: ItemState;
  /** Bytes that have left, and those of them that the server has said to have. */
  sent: number;
  acknowledged: number;
  sessionId: string | null;
  /** The server has been asked to take the whole file over. */
  isCompleting: boolean;
  /** What is said beside it while it goes on by itself. */
  note: string | null;
  /** Why it stands still; the reason stays until it is tried again. */
  problem: string | null;
  /** Nothing but choosing it again helps. */
  isHopeless: boolean;
  /** It has no room: it waits again when others are taken out. */
  isRefused: boolean;
};

export function newItem(key: string, parcel: Batch): UploadItem {
  return {
    key,
    parcel,
    state: 'waiting',
    sent: 0,
    acknowledged: 0,
    sessionId: null,
    isCompleting: false,
    note: null,
    problem: null,
    isHopeless: false,
    isRefused: false,
  };
}

export type Totals = {
  files: number;
  size: number;
  sent: number;
  acknowledged: number;
  arrived: number;
  failed: number;
  paused: number;
  /** Waiting, being sent or finished. */
  open: number;
};

export function uploadTotals(items: Iterable<UploadItem>): Totals {
  const totals = { files: 0, size: 0, sent: 0, acknowledged: 0, arrived: 0, failed: 0, paused: 0, open: 0 };
  for (const { state, parcel, sent, acknowledged } of items) {
    totals.files += parcel.files.length;
    if (state === 'failed') {
      totals.failed += 1;
      continue;
    }
    totals.size += parcel.size;
    totals.sent += sent;
    totals.acknowledged += acknowledged;
    if (state === 'arrived') totals.arrived += 1;
    else if (state === 'paused') totals.paused += 1;
    else totals.open += 1;
  }
  return totals;
}
