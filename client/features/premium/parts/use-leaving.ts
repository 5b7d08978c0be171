import { useCallback, useEffect, useState } from 'react';
import { SUBSCRIBE_DELAY_MS } from '#contract/limits.ts';

export type Leaving = { isLeaving: boolean; leave(): void };

/** Leads the browser to `address` after a moment in which both subscribe buttons say so. Whoever comes back finds them as before. */
export const useLeaving = (address: string | null): Leaving => {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || address === null) return;
    const timer = setTimeout(() => location.assign(address), SUBSCRIBE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, address]);
  useEffect(() => {
    // The browser may have kept the page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return { isLeaving, leave: useCallback(() => setLeaving(true), []) };
};
