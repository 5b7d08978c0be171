// Words for heads: in one line, without what could not be seen, cut between two of them.

/** Control characters, and those that turn the direction of what stands behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]+/g;
/** A longer word is cut in itself. */
const LONGEST_CUT = 60;

/** A text as it can stand in a head. */
export function oneLine(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim().toWellFormed();
}

/** The beginning of a text, of at most so many characters and an ellipsis. */
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
