import { useSyncExternalStore } from 'react';

/** From this width on, the filter panel is next to the cards (the `md` breakpoint of app.css). */
const WIDE = '(width >= 56.25rem)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether there is room next to the cards. The server cannot know and assumes so. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
