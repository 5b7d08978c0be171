// Edits that the composer makes to its text. Each one is a pure change of a single range, so that the browser can undo it.

/** The text and selection of a text field. */
export type Written = { text: string; start: number; end: number };

/** Replaces the characters from `from` to `to` with `insert`, then selects `start` to `end` of the new text. */
export type TextChange = { from: number; to: number; insert: string; start: number; end: number };

/** Returns the text after a change. */
export function applied(text: string, { from, to, insert }: TextChange): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** Inserts text at the caret, or replaces the selection; the caret ends up after it. */
export function putIn({ start, end }: Written, insert: string): TextChange {
  const caret = start + insert.length;
  return { from: start, to: end, insert, start: caret, end: caret };
}

/** Replaces a passage at its current position and keeps the selection; null if the text no longer contains the passage. */
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

/** Appends a block at the end of the text, separated by an empty line. The caret ends up after the block. */
export function appended({ text }: Written, block: string): TextChange {
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  const caret = text.length + gap.length + block.length;
  return { from: text.length, to: text.length, insert: gap + block, start: caret, end: caret };
}
