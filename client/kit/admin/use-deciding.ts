import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';

/** Error message if another administrator has already decided. */
const FASTER = 'Someone else already handled this. The list has been updated.';

/** Error codes that mean the list is outdated and must be reloaded. */
const stale = new Set<string | null>([
  'ALREADY_DECIDED',
  'RESOURCE_NOT_FOUND',
  'APPLICATION_NOT_FOUND',
  'UPLOAD_NOT_DELETED',
  'BULK_APPROVAL_OVER',
]);

export type Deciding = {
  isBusy: boolean;
  failure: string | null;
  /** Reloads the list and marks all other cached data stale, so that other sections update their counts. */
  renew(): Promise<void>;
  /** Clears `failure`. */
  clear(): void;
  /**
   * Runs an action, shows `said` as a toast and reloads the list. Resolves to true if the item needs no further decision, whether
   * it was decided by this action or by someone else.
   */
  run(act: () => Promise<unknown>, said: string): Promise<boolean>;
};

/** State updater that closes the dialog in which the decision was made, unless another dialog has replaced it. */
export function closing<Window>(decided: Window) {
  return (now: Window): Window | null => (now === decided ? null : now);
}

/** Runs decisions on the items of a list, one at a time. */
export function useDeciding(reload: () => Promise<unknown>): Deciding {
  const context = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = async (): Promise<void> => {
    // Other sections show counts that depend on this decision.
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
