// What of a name is compared with others, without I/O.

/** What stands behind this in a name hardly tells it from others, and costs as much to compare. */
const COMPARED_CHARACTERS = 40;
/** So many words find candidates. */
const MOST_WORDS = 4;
/** Fewer letters are in too many names, and an index of trigrams cannot find them. */
const LEAST_LETTERS = 3;
/** "Overlay" finds "overlays": a word is looked for by its beginning. */
const LOOKED_FOR_LETTERS = 6;

/** What is compared of a name: its beginning, '' for one without letters and digits, and its longest words' beginnings. */
export function comparedName(name: string): { beginning: string; words: string[] } {
  const found = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const beginning = [...name].slice(0, COMPARED_CHARACTERS).join('').trim();
  if (!/[\p{L}\p{N}]/u.test(beginning)) return { beginning: '', words: [] };
  const long = found.filter((word) => [...word].length >= LEAST_LETTERS).sort((a, b) => b.length - a.length);
  // A number tells one volume from the next, however short it is beside the words.
  const told = [...long.filter((word) => /^\p{N}+$/u.test(word)), ...long];
  const words = told.map((word) => (/^\p{N}+$/u.test(word) ? word : [...word].slice(0, LOOKED_FOR_LETTERS).join('')));
  return { beginning, words: [...new Set(words)].slice(0, MOST_WORDS) };
}
