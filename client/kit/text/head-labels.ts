// Text for document heads: on one line, without invisible characters, shortened at a word boundary.

/** Control, zero-width and text direction characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]+/g;
/** Maximum number of characters dropped to avoid cutting a word. If this is not enough, the word is cut. */
const LONGEST_CUT = 60;

/** Puts the text on one line and removes invisible characters. */
export function oneLine(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim().toWellFormed();
}

/** Shortens the text to at most `most` characters, plus an ellipsis. */
export function shortened(text: string, most: number): string {
  const words = oneLine(text.slice(0, most * 8));
  if (words.length <= most) return words;
  const cut = words.slice(0, most + 1);
  const end = Math.max(cut.lastIndexOf(' '), most - LONGEST_CUT);
  return `${cut
    .slice(0, Math.min(end, most))
    .trimEnd()
    .replace(/[,;:.\-\u2013]+$/, '')
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
