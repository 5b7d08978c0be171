import { HOME_TAGS } from '#contract/content/limits.ts';
import { listingPath } from '#contract/paths.ts';

type TrackTag = { label: string; to: string; mood?: 'highlight' | 'animated' };

/** Ranks 1 to 6 are highlighted, 7 to 12 animated, the rest regular (product.md DI-1). */
const moodOf = (rank: number): TrackTag['mood'] => {
  if (rank <= 6) return 'highlight';
  return rank <= 12 ? 'animated' : undefined;
};

const haveCommonFactor = (a: number, b: number): boolean => (b === 0 ? a > 1 : haveCommonFactor(b, a % b));

/**
 * Arranges tags as clips on the tracks. `tags` must be sorted by how often they are used. They are always shuffled in the same
 * way, which spreads out the highlighted ones.
 */
export function trackTags(tags: { name: string }[]): TrackTag[] {
  const ranked = tags
    .slice(0, HOME_TAGS)
    .map(({ name }, index) => ({ label: name, to: listingPath({ tag: name }), mood: moodOf(index + 1) }));
  const count = ranked.length;
  let step = Math.max(1, Math.round(count * 0.38));
  while (haveCommonFactor(count, step)) step++;
  return ranked.map((_, index) => ranked[(index * step) % count] as TrackTag);
}
