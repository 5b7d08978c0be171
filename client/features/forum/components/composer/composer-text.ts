// The only code that changes the composer's text on the user's behalf.
import type { TextChange, Written } from './composer-change.ts';

export function writtenIn(field: HTMLTextAreaElement): Written {
  return {
    text: field.value,
    start: field.selectionStart,
    end: field.selectionEnd,
  };
}

/** Browsers run `insertText` line by line, which takes seconds for many lines in a long text. */
const MOST_LINES = 100;

/**
 * Applies a change to a field. `execCommand` is the only way to keep the browser's undo history; it is deprecated, but has no
 * replacement. The text is set directly if `execCommand` fails, the field is not focused, or the change has very many lines.
 */
export function change(field: HTMLTextAreaElement, { from, to, insert, start, end }: TextChange): void {
  const isTypedIn = document.activeElement === field && insert.split('\n').length <= MOST_LINES;
  let isDone = false;
  if (isTypedIn) {
    field.setSelectionRange(from, to);
    isDone =
      insert === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, insert);
  }
  if (!isDone) {
    field.setRangeText(insert, from, to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
