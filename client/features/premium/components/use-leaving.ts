import { useCallback, useEffect, useState } from 'react';
import { SUBSCRIBE_DELAY_MS } from '#contract/premium/limits.ts';

/** A departure that has not happened by then does not happen: it was stopped, or its page cannot be reached. */
const GIVEN_UP_MS = 8000;

export type Leaving = { isLeaving: boolean; leave(): void };

/** Leads the browser to `address` after a moment in which both subscribe buttons say so. Whoever comes back, or does not get away, finds them as before. */
export function useLeaving(address: string | null): Leaving {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || address === null) return;
    let timer = setTimeout(() => {
      location.assign(address);
      timer = setTimeout(() => setLeaving(false), GIVEN_UP_MS);
    }, SUBSCRIBE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, address]);
  useEffect(() => {
    // The browser may have kept the page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return { isLeaving, leave: useCallback(() => setLeaving(true), []) };
}
