import { type RefObject, useEffect } from 'react';

/** Toasts also have the dialog role, but never take focus. */
const WINDOWS = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not(.toast)';
/** Open dialogs, except closing ones, which return focus while their exit animation is still running. */
const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"])[data-open]:not(.toast)';
const ROWS = 'tr, li';

/** Where focus is: the row and list that contain it, and its ancestors from the innermost outwards. */
type Place = {
  element: HTMLElement;
  around: HTMLElement[];
  row: HTMLElement | undefined;
  list: HTMLElement | null | undefined;
  /** All rows of the list; `index` is the position of `row` among them. */
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

/** Where to move focus after an element was removed: its row, a neighbouring row, or the nearest heading. */
const successorOf = ({ around, row, list, rows, index }: Place): HTMLElement | null => {
  if (row?.isConnected) return row;
  const isThere = (one: HTMLElement): boolean => one.isConnected;
  const near = rows.slice(index + 1).find(isThere) ?? rows.slice(0, Math.max(index, 0)).findLast(isThere);
  // If all rows are new, such as on another page, use the row at the same position.
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
 * Keeps focus within `box` when an action would lose it. A control that was disabled during a call is focused again. If the
 * control was removed, for example with a deleted user's row, focus moves to the next row, or to the heading if the list is
 * empty. Open dialogs manage their own focus.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const content = box.current;
    if (!content) return;
    let last: Place | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      // A dialog takes focus one frame after it opens; until then, Tab can still reach elements behind it.
      if (!document.querySelector(OPEN_DIALOG)) last = placeOf(target as HTMLElement, content);
    };
    // If the user clicks outside, focus is not restored.
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
