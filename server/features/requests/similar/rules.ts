// Which parts of a name are compared with other names. No I/O.

/** Later characters hardly distinguish names, but cost as much to compare. */
const COMPARED_CHARACTERS = 40;
/** Number of words used to find candidates. */
const MOST_WORDS = 4;
/** Shorter words are too common, and a trigram index cannot find them. */
const LEAST_LETTERS = 3;
/** Words are searched by their beginning, so that "overlay" finds "overlays". */
const LOOKED_FOR_LETTERS = 6;

/** The compared parts of a name: its beginning, '' without letters and digits, and the beginnings of its longest words. */
export function comparedName(name: string): { beginning: string; words: string[] } {
  const found = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const beginning = [...name].slice(0, COMPARED_CHARACTERS).join('').trim();
  if (!/[\p{L}\p{N}]/u.test(beginning)) return { beginning: '', words: [] };
  const long = found.filter((word) => [...word].length >= LEAST_LETTERS).sort((a, b) => b.length - a.length);
  // Numbers come first, however short: they tell one volume from another.
  const told = [...long.filter((word) => /^\p{N}+$/u.test(word)), ...long];
  const words = told.map((word) => (/^\p{N}+$/u.test(word) ? word : [...word].slice(0, LOOKED_FOR_LETTERS).join('')));
  return { beginning, words: [...new Set(words)].slice(0, MOST_WORDS) };
}
