import { useState } from 'react';
import { CallError } from './call.ts';

export type Act = {
  isBusy: boolean;
  /** The sentence of the last failure. */
  failure: string | null;
  /** What was done, to be told. */
  done: string | null;
  /** Runs an act; `said` is told when it has succeeded. Resolves to whether it did. */
  run(act: () => Promise<unknown>, said?: string): Promise<boolean>;
};

/** One act of a section at a time, with what became of it. */
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
