import { useEffect, useRef } from 'react';

/**
 * Runs something at once and then every so often, as long as `isOn` and the page is looked at: a hidden page asks nothing,
 * and one that is looked at again asks when its time is over. Runs never overlap. `run` must not throw.
 */
export function useRepeated(run: () => Promise<unknown>, everyMs: number, isOn: boolean): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let next = 0;
    let isRunning = false;
    let isLeft = false;
    const plan = (): void => {
      clearTimeout(timer);
      if (isLeft || isRunning || document.hidden) return;
      timer = setTimeout(turn, Math.max(0, next - Date.now()));
    };
    const turn = async (): Promise<void> => {
      isRunning = true;
      next = Date.now() + everyMs;
      await latest.current();
      isRunning = false;
      plan();
    };
    document.addEventListener('visibilitychange', plan);
    plan();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [everyMs, isOn]);
}
