// State of each parcel in the queue, and totals over all of them.
import type { Batch } from './batches.ts';

/**
 * `finishing`: the completion call is in progress. `paused` waits for the user; `failed` does too, but with a reason.
 * `arrived`: the server has the file and checks it.
 */
export type ItemState = 'waiting' | 'sending' | 'finishing' | 'paused' | 'arrived' | 'failed';

export type UploadItem = {
  key: string;
  parcel: Batch;
  state: ItemState;
  /** Bytes sent, and bytes acknowledged by the server. */
  sent: number;
  acknowledged: number;
  sessionId: string | null;
  /** The completion call has been made. */
  isCompleting: boolean;
  /** Status note shown while it retries automatically. */
  note: string | null;
  /** Why it stopped; kept until it is retried. */
  problem: string | null;
  /** Can't be retried; the file has to be chosen again. */
  isHopeless: boolean;
  /** Exceeds the limits; it is queued again once other files are removed. */
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
  /** Waiting, sending or finishing. */
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
