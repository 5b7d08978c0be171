// Vocabulary of the benches' resources: real words and a few thousand invented ones. As in any language, a few are common and
// most are rare: the word of rank r occurs 1/r times as often as the first one.

/** Pseudo-random numbers between 0 and 1, identical in every run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  // The "mulberry32" generator, public domain.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Number of words ranked by frequency. They are followed by rare words, each of which occurs in only a handful of rows. */
const RANKED_WORDS = 16_000;
const RARE_WORDS = 5000;
/**
 * Number of season words. Half of them belong to the first half of the catalogue's period, the rest to the second. Each occurs in
 * 2.5 % of all rows, and hardly any row contains words of both halves.
 */
const SEASON_WORDS = 20;

const syllables = [
  ...['ba', 'bre', 'co', 'dra', 'el', 'fi', 'gan', 'hu', 'is', 'jo', 'ka', 'lum', 'mer', 'na', 'or', 'pra', 'qui'],
  ...['ren', 'sol', 'ta', 'ur', 'ven', 'wil', 'xa', 'yon', 'zet', 'chro', 'flo', 'gli', 'sha', 'sto', 'tri', 'vla'],
];

/** Real words by rank. About 2 % of the rows contain the word of rank 100, and about half contain the word of rank 3. */
const realWords: Record<number, string> = {
  2: 'video',
  3: 'clean',
  5: 'smooth',
  8: 'pack',
  12: 'overlay',
  20: 'neon',
  33: 'film',
  48: 'transition',
  70: 'grain',
  100: 'glitch',
  150: 'dust',
  230: 'scratches',
  400: 'lens',
  700: 'halation',
  1500: 'anamorphic',
  4000: 'datamosh',
  9000: 'rotoscope',
};

const inventWords = (count: number): string[] => {
  const random = createRandom(7);
  const words = new Set<string>(Object.values(realWords));
  while (words.size < count) {
    const length = 2 + Math.floor(random() * 3);
    const parts = Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]);
    words.add(parts.join(''));
  }
  return [...words].slice(Object.keys(realWords).length);
};

const makeVocabulary = (): string[] => {
  const invented = inventWords(RANKED_WORDS + RARE_WORDS + SEASON_WORDS + 1);
  const ranked = Array.from({ length: RANKED_WORDS }, (_, index) => realWords[index + 1] ?? invented.pop() ?? '');
  return [...ranked, ...invented.slice(0, RARE_WORDS + SEASON_WORDS)];
};

const vocabulary = makeVocabulary();

/** Draws a word by frequency: the first word occurs in nine out of ten rows. */
export function drawWord(random: () => number): string {
  return vocabulary[Math.floor(Math.exp(random() * Math.log(RANKED_WORDS))) - 1] ?? '';
}

/** Draws a word that occurs in about ten out of a million rows. */
export function drawRareWord(random: () => number): string {
  return vocabulary[RANKED_WORDS + Math.floor(random() * RARE_WORDS)] ?? '';
}

/** Draws one of the values, favouring earlier ones. */
export function drawSkewed<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(values.length * random() ** 3)] as T;
}

/** All words of season 0 or 1. */
export function seasonWords(season: number): string[] {
  const first = RANKED_WORDS + RARE_WORDS + season * (SEASON_WORDS / 2);
  return vocabulary.slice(first, first + SEASON_WORDS / 2);
}

const seasons = [seasonWords(0), seasonWords(1)] as const;

/**
 * Draws a word of the current season for half of all rows, and '' for the rest. `share` is how much of the catalogue's period has
 * passed, from 0 to 1.
 */
export function drawSeasonWord(share: number, random: () => number): string {
  if (random() < 0.5) return '';
  const words = seasons[share < 0.5 ? 0 : 1];
  return ` ${words[Math.floor(random() * words.length)]}`;
}
