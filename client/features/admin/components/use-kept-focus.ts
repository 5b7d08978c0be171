import { type RefObject, useEffect } from 'react';

/** A toast calls itself a dialog too, but takes no focus. */
const WINDOWS = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not(.toast)';
/** What is open, and not on its way out: it gives the focus back while its last frames are still there. */
const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"])[data-open]:not(.toast)';
const ROWS = 'tr, li';

/** Where the focus is: what has it, in which row of which list, and what is around it, from the inside out. */
type Place = {
  element: HTMLElement;
  around: HTMLElement[];
  row: HTMLElement | undefined;
  list: HTMLElement | null | undefined;
  /** All rows of the list, and which of them it is. */
  rows: HTMLElement[];
  index: number;
};

const rowsOf = (list: HTMLElement): HTMLElement[] =>
  ([...list.children] as HTMLElement[]).filter((child) => child.matches(ROWS));

const placeOf = (element: HTMLElement, content: HTMLElement): Place => {
  const around: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one; one = one === content ? null : one.parentElement) around.push(one);
  const row = around.find((one) => one.matches(ROWS));
  const list = row?.parentElement;
  const rows = list ? rowsOf(list) : [];
  return { element, around, row, list, rows, index: row ? rows.indexOf(row) : -1 };
};

/** What stands in the place of something that is gone: its row, the one that has moved up, the nearest heading. */
const successorOf = ({ around, row, list, rows, index }: Place): HTMLElement | null => {
  if (row?.isConnected) return row;
  const isThere = (one: HTMLElement): boolean => one.isConnected;
  const near = rows.slice(index + 1).find(isThere) ?? rows.slice(0, Math.max(index, 0)).findLast(isThere);
  // Rows that are all new, as on another page: the one at its place.
  const now = list?.isConnected ? rowsOf(list) : [];
  const next = near ?? now[Math.min(index, now.length - 1)];
  if (next) return next;
  for (const one of around) {
    const heading = one.isConnected && one.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
  }
  return null;
};

/**
 * Keeps the focus in `box` where a decision takes it away: what had it gets it back after it was disabled for a call. Once
 * that is gone, as with the row of somebody who was deleted, the next row has it, or the heading of a list without rows. An
 * open window keeps its own.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const content = box.current;
    if (!content) return;
    let last: Place | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      // A window takes the focus a frame after it opens: a Tab before that comes by something behind it.
      if (!document.querySelector(OPEN_DIALOG)) last = placeOf(target as HTMLElement, content);
    };
    // Whoever presses beside everything wants the focus nowhere.
    const onPress = ({ target }: PointerEvent): void => {
      if (!(target as Element).closest(WINDOWS)) last = null;
    };
    const observer = new MutationObserver(() => {
      if (!last || document.activeElement !== document.body || document.querySelector(WINDOWS)) return;
      if (last.element.isConnected) return last.element.focus({ preventScroll: true });
      const successor = successorOf(last);
      if (!successor) return content.focus({ preventScroll: true });
      successor.tabIndex = -1;
      successor.focus();
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
}
