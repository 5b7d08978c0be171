// State of each parcel in the queue, and totals over all parcels.
import type { Batch } from './batches.ts';

/**
 * `finishing`: the completion call is in progress. `paused` and `failed` both wait for the user. `arrived`: the server has the
 * file and is checking it.
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
  /** The completion call has been sent. */
  isCompleting: boolean;
  /** Status message shown while the upload is retried automatically. */
  note: string | null;
  /** Why the upload stopped; cleared when it is retried. */
  problem: string | null;
  /** The upload cannot be retried. The user has to choose the file again. */
  isHopeless: boolean;
  /** The item exceeds the quota or the file size limit. It is queued again if removing other files makes room for it. */
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
  /** Number of items that are waiting, sending or finishing. */
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
