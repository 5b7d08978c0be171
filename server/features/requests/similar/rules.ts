// Chooses which parts of a name are compared with other names. No I/O.

/** Number of characters to compare. Later ones hardly distinguish names but cost just as much to compare. */
const COMPARED_CHARACTERS = 40;
/** Number of words used to find candidates. */
const MOST_WORDS = 4;
/** Minimum word length. Shorter words are too common, and a trigram index cannot find them. */
const LEAST_LETTERS = 3;
/** Only this many letters of a word are searched for, so that "overlays" finds "overlay". */
const LOOKED_FOR_LETTERS = 6;

/** The parts of a name to compare: its beginning ('' if it has no letters or digits), and the beginnings of its longest words. */
export function comparedName(name: string): { beginning: string; words: string[] } {
  const found = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const beginning = [...name].slice(0, COMPARED_CHARACTERS).join('').trim();
  if (!/[\p{L}\p{N}]/u.test(beginning)) return { beginning: '', words: [] };
  const long = found.filter((word) => [...word].length >= LEAST_LETTERS).sort((a, b) => b.length - a.length);
  // Numbers come before longer words, because they distinguish one volume from another.
  const told = [...long.filter((word) => /^\p{N}+$/u.test(word)), ...long];
  const words = told.map((word) => (/^\p{N}+$/u.test(word) ? word : [...word].slice(0, LOOKED_FOR_LETTERS).join('')));
  return { beginning, words: [...new Set(words)].slice(0, MOST_WORDS) };
}
