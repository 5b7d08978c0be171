// Approves all pending applications one after another, with one call each (specification, section 4). The approvals of a run can
// be undone together.

import type { Transport } from '#client/kit/data/call.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { approveApplication, listApplications } from './applications-api.ts';

const MOST_A_PAGE = 1000;

/** Loads all pending applications, page by page. */
export async function loadPending(transport: Transport): Promise<LeakerApplication[]> {
  const all = new Map<string, LeakerApplication>();
  for (let page = 1; ; page += 1) {
    const query = { status: 'PENDING', limit: String(MOST_A_PAGE), page: String(page) } as const;
    const { rows } = await listApplications(transport, { query });
    for (const row of rows) all.set(row.id, row);
    if (rows.length < MOST_A_PAGE) return [...all.values()];
  }
}

export type Progress = {
  approved: number;
  failed: { username: string; sentence: string }[];
  /** Usernames of applicants about whom someone else decided first. */
  decided: string[];
};

export function progressOf(): Progress {
  return { approved: 0, failed: [], decided: [] };
}

/** Number of applications that the run is done with. */
export function doneOf({ approved, failed, decided }: Progress): number {
  return approved + failed.length + decided.length;
}

/**
 * Approves applications one after another. Failures are reported and do not stop the run, unless it was undone. If the server
 * sends a rate limit error, the run waits for the time that the error specifies.
 * @param bulkId a new id that names this run
 * @param onStep called after each application
 */
export async function approveEach(
  transport: Transport,
  applications: readonly LeakerApplication[],
  { bulkId, signal, onStep }: { bulkId: string; signal: AbortSignal; onStep: (progress: Progress) => void },
): Promise<void> {
  let progress = progressOf();
  for (const { id, username } of applications) {
    if (signal.aborted) return;
    const refusal = await approve(transport, { id, bulkId }, signal);
    if (refusal === null) progress = { ...progress, approved: progress.approved + 1 };
    else if (refusal.code === 'ALREADY_DECIDED') progress = { ...progress, decided: [...progress.decided, username] };
    else progress = { ...progress, failed: [...progress.failed, { username, sentence: refusal.message }] };
    onStep(progress);
    if (refusal?.code === 'BULK_APPROVAL_OVER') return;
  }
}

type Refusal = { code: string | null; message: string };

/** Approves one application. Returns null on success. */
const approve = async (
  transport: Transport,
  { id, bulkId }: { id: string; bulkId: string },
  signal: AbortSignal,
): Promise<Refusal | null> => {
  for (;;) {
    try {
      await approveApplication(transport, { params: { id }, body: { bulkId } });
      return null;
    } catch (error) {
      if (!(error instanceof CallError)) return { code: null, message: 'Failed to approve application' };
      if (error.status !== 429 || error.retryAfterSeconds <= 0 || signal.aborted) return error;
      await pause(error.retryAfterSeconds * 1000, signal);
    }
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
