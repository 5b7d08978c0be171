import { useEffect, useState } from 'react';

/** If loading takes less time than this, no placeholders are shown (design, "States"). */
const SKELETON_AFTER_MS = 150;

/** True once `busy` has lasted 150 ms. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && slow;
}
