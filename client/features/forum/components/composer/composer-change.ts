// Edits that the composer makes to its text: pure changes of one range, so that the browser can undo each of them.

/** A text and its selection, as the field has them. */
export type Written = { text: string; start: number; end: number };

/** Replaces the characters from `from` to `to` with `insert`, then selects `start` to `end` of the new text. */
export type TextChange = { from: number; to: number; insert: string; start: number; end: number };

/** The text after a change. */
export function applied(text: string, { from, to, insert }: TextChange): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** Inserts a text at the caret, or replaces the selection; the caret goes after it. */
export function putIn({ start, end }: Written, insert: string): TextChange {
  const caret = start + insert.length;
  return { from: start, to: end, insert, start: caret, end: caret };
}

/** Replaces a passage wherever it is now and keeps the selection; null if it is gone. */
export function replaced({ text, start, end }: Written, passage: string, insert: string): TextChange | null {
  const from = text.indexOf(passage);
  if (from < 0) return null;
  const to = from + passage.length;
  const moved = (place: number): number => {
    if (place <= from) return place;
    return place >= to ? place + insert.length - passage.length : from + insert.length;
  };
  return { from, to, insert, start: moved(start), end: moved(end) };
}

/** Appends a block as separate lines after the whole text; the caret goes below it. */
export function appended({ text }: Written, block: string): TextChange {
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  const caret = text.length + gap.length + block.length;
  return { from: text.length, to: text.length, insert: gap + block, start: caret, end: caret };
}
