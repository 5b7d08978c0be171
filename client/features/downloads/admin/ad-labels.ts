// What the table of advertisements says in numbers.
import type { AdCreative } from '#contract/downloads/ads.ts';

/** Clicks by impressions in percent; a dash before the first one. */
export function throughRate({ impressions, clicks }: Pick<AdCreative, 'impressions' | 'clicks'>): string {
  return impressions === 0 ? '–' : `${((100 * clicks) / impressions).toFixed(2)}%`;
}

/** How often an active one is chosen among all that are; empty for one that is paused. */
export function shareOfWeight(
  { active, weight }: Pick<AdCreative, 'active' | 'weight'>,
  all: readonly Pick<AdCreative, 'active' | 'weight'>[],
): string {
  const sum = all.reduce((total, one) => total + (one.active ? one.weight : 0), 0);
  return active && sum > 0 ? `${Math.round((100 * weight) / sum)}%` : '';
}
