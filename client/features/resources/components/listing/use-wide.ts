import { useSyncExternalStore } from 'react';

/** From here on the panel of filters stands beside the cards (the `md` of app.css). */
const WIDE = '(width >= 56.25rem)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether there is room beside the cards; the server, which cannot know, says yes. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
