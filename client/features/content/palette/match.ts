// Compares typed words with labels, forgiving typing errors.

/** A part of a label that was matched, as start and end. */
type Range = readonly [start: number, end: number];

const WORD = /[\p{L}\p{N}]+/gu;
const MOST_WORDS = 8;
/** Lengths from which one and two typing errors in a word are forgiven. */
const ONE_TYPO_CHARACTERS = 4;
const TWO_TYPOS_CHARACTERS = 7;
/** Shorter words are only found at the beginning of a word. */
const INSIDE_CHARACTERS = 3;

/** How well a typed word matches a word. */
const EXACT = 1;
const BEGINS = 0.9;
const INSIDE = 0.6;
const TYPO = 0.5;
/** Share of a match that counts if it is not in the label. */
const BESIDE = 0.8;

/** Removes case and accents character by character, so that positions match the original text. */
const fold = (text: string): string =>
  [...text].map((sign) => [...sign.normalize('NFKD').toLowerCase()][0]?.padEnd(sign.length) ?? sign).join('');

/** The words of a typed text, without case and accents. */
export function typedWords(text: string): string[] {
  return (fold(text).match(WORD) ?? []).slice(0, MOST_WORDS);
}

/** Edits between two words: insertions, deletions, substitutions and swaps of adjacent letters. */
const editsBetween = (one: string, other: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
};

/** Whether a word, or its beginning, was meant by a mistyped one. */
const isMeant = (typed: string, word: string): boolean => {
  const most = typed.length >= TWO_TYPOS_CHARACTERS ? 2 : typed.length >= ONE_TYPO_CHARACTERS ? 1 : 0;
  if (most === 0 || word.length < typed.length - most) return false;
  // The rest of the word may not have been typed yet.
  const lengths = [typed.length - 1, typed.length, typed.length + 1].filter((length) => length <= word.length);
  return [...lengths.map((length) => word.slice(0, length)), word].some((part) => editsBetween(typed, part) <= most);
};

type Met = { score: number; range: Range };

const meet = (typed: string, word: string, start: number): Met | null => {
  if (word === typed) return { score: EXACT, range: [start, start + word.length] };
  if (word.startsWith(typed)) return { score: BEGINS, range: [start, start + typed.length] };
  const inside = typed.length >= INSIDE_CHARACTERS ? word.indexOf(typed) : -1;
  if (inside > 0) return { score: INSIDE, range: [start + inside, start + inside + typed.length] };
  return isMeant(typed, word) ? { score: TYPO, range: [start, start + word.length] } : null;
};

/** The best match of a typed word among the words of a text; null if none of them matches. */
const meetIn = (typed: string, text: string): Met | null => {
  let best: Met | null = null;
  for (const { 0: word, index } of fold(text).matchAll(WORD)) {
    const met = meet(typed, word, index);
    if (met && met.score > (best?.score ?? 0)) best = met;
  }
  return best;
};

const joined = (ranges: Range[]): Range[] => {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const result: Range[] = [];
  for (const [start, end] of sorted) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
};

/** The parts of a label that a typed text matches. */
export function matchedRanges(text: string, label: string): Range[] {
  const ranges = typedWords(text).flatMap((word): Range[] => {
    const met = meetIn(word, label);
    return met ? [met.range] : [];
  });
  return joined(ranges);
}

/**
 * How well a text matches a label, from 0 to 1.2; null if one of its words occurs neither in the label nor in `beside`, which
 * counts less. A label that begins with the text counts more, and the same label most.
 */
export function matchScore(text: string, label: string, beside = ''): number | null {
  const words = typedWords(text);
  if (words.length === 0) return null;
  let sum = 0;
  for (const word of words) {
    const inLabel = meetIn(word, label)?.score ?? 0;
    const score = Math.max(inLabel, (meetIn(word, beside)?.score ?? 0) * BESIDE);
    if (score === 0) return null;
    sum += score;
  }
  const [typed, folded] = [fold(text).trim(), fold(label)];
  return sum / words.length + (folded.startsWith(typed) ? 0.1 : 0) + (folded === typed ? 0.1 : 0);
}
