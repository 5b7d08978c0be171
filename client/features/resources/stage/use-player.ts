import { type KeyboardEvent, useEffect } from 'react';
import { useStageState, useStageStore } from './stage-store.tsx';

/** Makes a player answer to the stage's keys, to the list, and to the wish to play. Call it with the current functions. */
export function usePlayer({
  isReady,
  play,
  toggle,
  onKey,
}: {
  isReady: boolean;
  play: () => void;
  toggle: () => void;
  onKey: (event: KeyboardEvent) => boolean;
}): void {
  const store = useStageStore();
  const plays = useStageState((state) => state.plays);
  useEffect(() => {
    store.toggle = toggle;
    store.onKey = onKey;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `play` changes with every render; a wish is fulfilled once
  useEffect(() => {
    if (isReady && store.takePlay()) play();
  }, [store, isReady, plays]);
}
