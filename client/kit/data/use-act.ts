import { useState } from 'react';
import { CallError } from './call.ts';

export type Act = {
  isBusy: boolean;
  failure: string | null;
  /** Success message of the last action. */
  done: string | null;
  /** Runs an action and sets `done` to `said` if it succeeds. Resolves to whether it succeeded. */
  run(act: () => Promise<unknown>, said?: string): Promise<boolean>;
};

/** Runs a section's actions, one at a time, and keeps their state. */
export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const run = async (act: () => Promise<unknown>, said?: string): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    setDone(null);
    try {
      await act();
      setDone(said ?? null);
      return true;
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : 'Something went wrong. Please try again.');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, done, run };
}
