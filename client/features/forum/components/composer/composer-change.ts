// What a press in the composer does to its text: pure changes of one place, so that the browser can undo each of them.

/** A text and what is selected in it, as the field has them. */
export type Written = { text: string; start: number; end: number };

/** Puts `insert` in the place of the characters from `from` to `to`; then `start` to `end` of the new text is selected. */
export type TextChange = { from: number; to: number; insert: string; start: number; end: number };

/** The text after a change. */
export function applied(text: string, { from, to, insert }: TextChange): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** The change that puts a text at the caret, or in the place of what is selected; the caret stands after it. */
export function putIn({ start, end }: Written, insert: string): TextChange {
  const caret = start + insert.length;
  return { from: start, to: end, insert, start: caret, end: caret };
}

/** Replaces a passage wherever it stands now, keeping what is selected; null when it is no longer there. */
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

/** Puts a block of lines of its own after everything that is written; the caret stands below it. */
export function appended({ text }: Written, block: string): TextChange {
  const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  const caret = text.length + gap.length + block.length;
  return { from: text.length, to: text.length, insert: gap + block, start: caret, end: caret };
}
