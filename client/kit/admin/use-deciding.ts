import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';

/** What is told when another administrator has decided meanwhile. */
const FASTER = 'Somebody was faster: this has been decided already. The list shows how it stands now.';

/** What of a list has changed under the eyes of whoever acts: it is shown anew. */
const stale = new Set<string | null>([
  'ALREADY_DECIDED',
  'RESOURCE_NOT_FOUND',
  'APPLICATION_NOT_FOUND',
  'UPLOAD_NOT_DELETED',
]);

export type Deciding = {
  isBusy: boolean;
  /** The sentence of the last failure. */
  failure: string | null;
  /** Shows the list anew, and lets other sections ask again what they count. */
  renew(): Promise<void>;
  /** Forgets the last failure. */
  clear(): void;
  /**
   * Acts, then shows the list anew; `said` is told. Resolves to whether it is over: done, or done by somebody else before.
   */
  run(act: () => Promise<unknown>, said: string): Promise<boolean>;
};

/** Closes the window that a decision was made in; one that was opened while it ran is another one's. */
export function closing<Window>(decided: Window) {
  return (now: Window): Window | null => (now === decided ? null : now);
}

/** One decision at a time about what a list shows. */
export function useDeciding(reload: () => Promise<unknown>): Deciding {
  const context = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = async (): Promise<void> => {
    // Other sections count what was decided here.
    invalidateAll(context);
    await reload();
  };
  const run = async (act: () => Promise<unknown>, said: string): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      showToast({ tone: 'success', text: said });
      await renew();
      return true;
    } catch (error) {
      const { code, message } =
        error instanceof CallError ? error : { code: null, message: 'Something went wrong. Please try again.' };
      setFailure(code === 'ALREADY_DECIDED' ? FASTER : message);
      if (stale.has(code)) await renew();
      return stale.has(code);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, clear: () => setFailure(null), renew, run };
}
