/** Seeded randomness for the starter content, so that every run generates the same bytes. */
export type Random = () => number;

/** 32-bit FNV-1a hash of a string, to turn a title into a seed. */
export function seedFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A random number generator for [0, 1) (mulberry32). The same seed gives the same sequence on every machine. */
export function createRandom(seed: number | string): Random {
  let state = typeof seed === 'string' ? seedFrom(seed) : seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** A random item from the list. Throws if the list is empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('pick from an empty list');
  return item;
}
