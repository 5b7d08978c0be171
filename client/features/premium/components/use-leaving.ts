import { useCallback, useEffect, useState } from 'react';
import { SUBSCRIBE_DELAY_MS } from '#contract/premium/limits.ts';

/** Navigation that takes longer counts as failed, because it was probably stopped or the page is unreachable. */
const GIVEN_UP_MS = 8000;

export type Leaving = { isLeaving: boolean; leave(): void };

/**
 * Navigates to `address` after a delay, during which both subscribe buttons are busy. The buttons recover if the user returns or
 * the navigation fails.
 */
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
    // If the page is restored from the back/forward cache, the buttons must not stay busy.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  return { isLeaving, leave: useCallback(() => setLeaving(true), []) };
}
