import type { SyntheticEvent } from 'react';
import { wantsLess } from './wants-less.ts';

let awake = false;

/**
 * The first intent on any card with a preview (pointer, finger or focus) loads the code that from then on listens for
 * all cards of all pages. That intent itself is handed on if it still lasts when the code is there.
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
