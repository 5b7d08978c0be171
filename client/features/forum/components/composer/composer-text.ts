// The one place that writes into the composer's field for the person.
import type { TextChange, Written } from './composer-change.ts';

export function writtenIn(field: HTMLTextAreaElement): Written {
  return {
    text: field.value,
    start: field.selectionStart,
    end: field.selectionEnd,
  };
}

/** The browser takes each line of a command by itself, which with many lines of a long text takes seconds. */
const MOST_LINES = 100;

/**
 * Makes a change in a field that is being typed in. `execCommand` is the only way that the browser's undo knows of, and
 * it is out of date without a successor; where it fails, for very many lines, and in a field without the focus, the
 * text is set without it.
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
