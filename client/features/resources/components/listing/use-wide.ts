import { useSyncExternalStore } from 'react';

/** Minimum width for showing the filter panel next to the cards (the `md` breakpoint of app.css). */
const WIDE = '(width >= 56.25rem)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the filter panel fits next to the cards. The server does not know the screen width, so it assumes a wide screen. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
