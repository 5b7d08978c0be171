import { type RefObject, useEffect } from 'react';

/** A toast calls itself a dialog too, but takes no focus. */
const WINDOWS = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not(.toast)';

/**
 * Keeps the focus in `box` where a decision takes it away: what had it gets it back after it was disabled for a call, and
 * the box itself has it once that is gone, as with the row of somebody who was deleted. An open window keeps its own.
 */
export const useKeptFocus = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const content = box.current;
    if (!content) return;
    let last: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      last = target as HTMLElement;
    };
    // Whoever presses beside everything wants the focus nowhere.
    const onPress = ({ target }: PointerEvent): void => {
      if (!(target as Element).closest(WINDOWS)) last = null;
    };
    const observer = new MutationObserver(() => {
      if (!last || document.activeElement !== document.body || document.querySelector(WINDOWS)) return;
      (last.isConnected ? last : content).focus({ preventScroll: true });
    });
    content.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      observer.disconnect();
      content.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [box]);
};
