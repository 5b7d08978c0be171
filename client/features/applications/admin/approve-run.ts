// Approves all pending applications one after another, with one call each (specification, section 4).

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

export type Progress = { approved: number; failed: { username: string; sentence: string }[] };

/**
 * Approves applications one after another. Failures are reported and do not stop the run. If the server sends a rate limit error,
 * the run waits for the time that the error specifies.
 * @param onStep called after each application
 */
export async function approveEach(
  transport: Transport,
  applications: readonly LeakerApplication[],
  { signal, onStep }: { signal: AbortSignal; onStep: (progress: Progress) => void },
): Promise<void> {
  let progress: Progress = { approved: 0, failed: [] };
  for (const { id, username } of applications) {
    if (signal.aborted) return;
    const sentence = await approve(transport, id, signal);
    progress =
      sentence === null
        ? { ...progress, approved: progress.approved + 1 }
        : { ...progress, failed: [...progress.failed, { username, sentence }] };
    onStep(progress);
  }
}

/** Approves one application. Returns null on success, otherwise the error message. */
const approve = async (transport: Transport, id: string, signal: AbortSignal): Promise<string | null> => {
  for (;;) {
    try {
      await approveApplication(transport, { params: { id } });
      return null;
    } catch (error) {
      const isBusy = error instanceof CallError && error.status === 429 && error.retryAfterSeconds > 0;
      if (!isBusy || signal.aborted) return error instanceof Error ? error.message : 'Failed to approve application';
      await pause(error.retryAfterSeconds * 1000, signal);
    }
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
