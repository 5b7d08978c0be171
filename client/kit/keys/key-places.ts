// Where single keys must not act.

/** Whether a character typed there is text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type=range], [type=checkbox], [type=radio])'))
  );
}

/** Whether a modal dialog is open, which has to be answered first. */
export function isBlocked(): boolean {
  return document.querySelector('.dialog-backdrop:not([data-closed]), dialog[open]') !== null;
}
