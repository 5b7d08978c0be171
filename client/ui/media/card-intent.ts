import type { SyntheticEvent } from 'react';
import { wantsLess } from './wants-less.ts';

let awake = false;

/**
 * On the first hover, touch or focus on a card with a preview, loads the code that handles the previews of all cards from then
 * on. If that first interaction is still in progress when the code has loaded, it is passed on to that code.
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
