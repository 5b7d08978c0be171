import type { SyntheticEvent } from 'react';
import { wantsLess } from './wants-less.ts';

let awake = false;

/**
 * Loads the code for all card previews when the user first hovers over, touches or focuses a card with a preview. If that
 * interaction is still in progress when the code has loaded, the code handles it too.
 */
export function noticeIntent({ currentTarget: card, nativeEvent }: SyntheticEvent<HTMLElement>): void {
  if (awake || wantsLess()) return;
  awake = true;
  const over = new AbortController();
  for (const end of ['pointerup', 'pointercancel', 'focusout']) {
    document.addEventListener(end, () => over.abort(), { signal: over.signal });
  }
  import('./card-preview.ts').then(
    ({ watchCards }) => {
      watchCards(over.signal.aborted ? null : { card, event: nativeEvent });
      over.abort();
    },
    () => {
      awake = false;
    },
  );
}
