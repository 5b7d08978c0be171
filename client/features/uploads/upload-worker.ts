// Uploads one parcel from start to finish: sends the bytes, completes the upload, classifies failures and retries.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import { completeUploadSession, endUploadSession, getOwnUpload } from './api.ts';
import { matchSession } from './matching.ts';
import { sendBytes } from './send-bytes.ts';
import {
  BEGUN_ANEW,
  CHANGED_FILE,
  CONNECTION_LOST,
  isUnchanged,
  LOG_IN_AGAIN,
  OTHER_VERSION,
  type UploadFailure,
  verdictOn,
  waitAfter,
} from './upload-failure.ts';
import type { UploadItem } from './upload-items.ts';

/** The part of the queue that a worker needs. */
export type QueueState = {
  item(key: string): UploadItem | undefined;
  change(key: string, change: Partial<UploadItem>): void;
  resourceId(): string;
  /** Unfinished uploads from earlier visits. */
  earlierSessions(): readonly UploadSession[];
  /** Ids of the sessions used by parcels in this queue. */
  takenSessions(): Set<string | null>;
  /** Cancels an upload on the server. */
  drop(sessionId: string | null): void;
  /** Pauses all items that have not been sent yet, and shows `problem` as the reason for each of them. */
  hold(problem: string): void;
};

/** A connection that makes no progress for this long is aborted, and the upload is retried. */
const STALLED_MS = 60_000;
/** Maximum number of restarts in a row without progress. */
const MOST_ANEW = 3;

/** Resolves after the delay or when the browser is back online; rejects if aborted. */
const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(wake);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const wake = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

const bytesOf = ({ parcel }: UploadItem): Blob =>
  // A Blob made of other blobs is read while it is being sent, not held in memory.
  parcel.isBundle ? new Blob(parcel.files.map(({ file }) => file)) : (parcel.files[0]?.file ?? new Blob());

const errorOf = (error: unknown): CallError => {
  if (error instanceof CallError) return error;
  throw error;
};

export function createUploadWorker(context: AppContext, book: QueueState) {
  const { transport, person, site } = context;
  // Unfinished uploads that were already resumed or cancelled.
  const settled = new Set<string>();

  const send = async (key: string, item: UploadItem, signal: AbortSignal): Promise<void> => {
    const { parcel } = item;
    const watch = new AbortController();
    const lose = (): void => watch.abort(new CallError(CONNECTION_LOST, 0, null));
    let movedAt = Date.now();
    const look = setInterval(() => Date.now() - movedAt > STALLED_MS && lose(), STALLED_MS / 6);
    window.addEventListener('offline', lose);
    try {
      await sendBytes(site.apiUrl, {
        bytes: bytesOf(item),
        sessionId: item.sessionId,
        metadata: {
          resourceId: book.resourceId(),
          path: parcel.path,
          modifiedAt: parcel.modifiedAt,
          ...(parcel.isBundle ? { bundle: String(parcel.files.length) } : {}),
        },
        signal: AbortSignal.any([signal, watch.signal]),
        onSession: (sessionId) => book.change(key, { sessionId }),
        onSent: (sent) => {
          movedAt = Date.now();
          book.change(key, { sent });
        },
        onAcknowledged: (acknowledged) => {
          const isWarned = book.item(key)?.note === CONNECTION_LOST;
          book.change(key, { acknowledged, sent: acknowledged, ...(isWarned ? { note: null } : {}) });
        },
      });
    } finally {
      clearInterval(look);
      window.removeEventListener('offline', lose);
    }
  };

  // Sends the missing bytes, then completes the upload.
  const attempt = async (key: string, item: UploadItem, signal: AbortSignal): Promise<void> => {
    if (!item.isCompleting) await send(key, item, signal);
    signal.throwIfAborted();
    const { size, files, isBundle } = item.parcel;
    const id = book.item(key)?.sessionId;
    if (!id) throw new Error('Cannot complete an upload without its ID.');
    book.change(key, { state: 'finishing', isCompleting: true, sent: size, acknowledged: size });
    const told = files.map(({ path, size: bytes }) => ({ path, size: bytes }));
    await completeUploadSession(transport, { params: { id }, body: isBundle ? { files: told } : undefined });
  };

  // Resumes an unfinished upload of this file, left from an earlier visit or from a creation call whose response was lost.
  const adopt = async (key: string, item: UploadItem, sessions: readonly UploadSession[]): Promise<boolean> => {
    const taken = book.takenSessions();
    const match = matchSession(
      item.parcel,
      sessions.filter(({ id }) => !taken.has(id) && !settled.has(id)),
    );
    if (match.kind === 'new') return false;
    const { id, received } = match.session;
    if (match.kind === 'continue') {
      settled.add(id);
      book.change(key, { sessionId: id, acknowledged: received, sent: received });
      return true;
    }
    await endUploadSession(transport, { params: { id } });
    settled.add(id);
    if (!item.parcel.isBundle) book.change(key, { note: OTHER_VERSION });
    return true;
  };

  const lookAndAdopt = async (key: string, item: UploadItem): Promise<boolean> => {
    const { sessions } = await getOwnUpload(transport, { params: { id: book.resourceId() } });
    return adopt(key, item, sessions);
  };

  const fail = (key: string, problem: string): void => book.change(key, { state: 'failed', problem, note: null });
  // Gives up on an upload that cannot be retried. The user has to choose the file again.
  const giveUp = (key: string, { sessionId }: UploadItem, problem: string): void => {
    book.drop(sessionId);
    book.change(key, { state: 'failed', problem, note: null, isHopeless: true, sessionId: null });
  };

  // Handles a failure; returns whether to retry.
  const follow = async (key: string, verdict: UploadFailure, tries: number, signal: AbortSignal): Promise<boolean> => {
    const item = book.item(key);
    if (!item) return false;
    switch (verdict.kind) {
      case 'wait': {
        if (!(await isUnchanged(item.parcel.files.map(({ file }) => file)))) {
          giveUp(key, item, CHANGED_FILE);
          return false;
        }
        const isCompleting = item.isCompleting && !verdict.isMissing;
        book.change(key, { note: verdict.note, state: 'sending', isCompleting, sent: item.acknowledged });
        await pauseFor(waitAfter(tries, verdict.afterSeconds), signal);
        if (item.sessionId === null) await lookAndAdopt(key, item).catch(() => null);
        return true;
      }
      case 'restart':
        // If this was a retry of the completion call, an earlier call succeeded but its response was lost, and the server has
        // already finished checking the file.
        if (item.isCompleting && tries > 1) {
          book.change(key, { state: 'arrived', note: null });
          return false;
        }
        book.change(key, { sessionId: null, isCompleting: false, sent: 0, acknowledged: 0, note: BEGUN_ANEW });
        return tries <= MOST_ANEW;
      case 'sign-in':
        if (await person.onExpired?.()) return true;
        book.change(key, { state: 'paused', problem: LOG_IN_AGAIN, note: null });
        book.hold(LOG_IN_AGAIN);
        return false;
      case 'look':
        if (item.sessionId === null && (await lookAndAdopt(key, item))) return true;
        giveUp(key, item, verdict.sentence);
        return false;
      case 'stop':
        fail(key, verdict.sentence);
        if (verdict.isForAll) book.hold(verdict.sentence);
        return false;
    }
  };

  const isUnderWay = (key: string): boolean => ['sending', 'finishing'].includes(book.item(key)?.state ?? '');

  // Resolves when the parcel has arrived, is paused or has failed. The parcel's state says which.
  return async (key: string, signal: AbortSignal): Promise<void> => {
    book.change(key, { state: 'sending', problem: null });
    let tries = 0;
    let reached = -1;
    try {
      for (let item = book.item(key); item && isUnderWay(key); item = book.item(key)) {
        try {
          const isKnown = item.sessionId !== null || (await adopt(key, item, book.earlierSessions()));
          await attempt(key, isKnown ? (book.item(key) ?? item) : item, signal);
          book.change(key, { state: 'arrived', note: null });
        } catch (error) {
          signal.throwIfAborted();
          const acknowledged = book.item(key)?.acknowledged ?? 0;
          tries = acknowledged > reached ? 1 : tries + 1;
          reached = acknowledged;
          const isWorthIt = await follow(key, verdictOn(errorOf(error)), tries, signal);
          if (!isWorthIt && isUnderWay(key)) fail(key, sentenceOf(error));
        }
      }
    } catch (error) {
      // If the user stopped the upload, its state is already set. Report any other error.
      if (!signal.aborted && isUnderWay(key)) fail(key, sentenceOf(error));
    }
  };
}
