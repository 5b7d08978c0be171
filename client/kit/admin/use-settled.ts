import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { load, type Read, reload, useLoaded } from '#client/kit/data/query.ts';
import { useRefreshTurn } from './refresh-turn.ts';

export type Settled<T> = {
  /** The latest data. While a new request is running, the previous data is kept. */
  data: T | undefined;
  failure: string | null;
  isBusy: boolean;
  retry(): void;
};

/** Loads one section's data on mount and on every panel refresh. If loading fails, only that section is affected. */
export function useSettled<T>(given: Read<T>): Settled<T> {
  const context = useAppContext();
  const turn = useRefreshTurn();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const loaded = useLoaded(given);
  const shown = useRef(loaded);
  if (loaded !== undefined) shown.current = loaded;
  const asked = useRef(0);

  const run = async (ask: () => Promise<T>): Promise<void> => {
    asked.current += 1;
    const mine = asked.current;
    setBusy(true);
    let sentence: string | null = null;
    try {
      await ask();
    } catch (error) {
      sentence = error instanceof CallError ? error.message : 'Failed to load data';
    }
    if (mine !== asked.current) return;
    setFailure(sentence);
    setBusy(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers everything the read depends on
  useEffect(() => {
    void run(() => load(context, given));
  }, [context, given.key, turn]);

  return { data: shown.current, failure, isBusy, retry: () => void run(() => reload(context, given)) };
}
