// Formats the figures in the table of advertisements.
import type { AdCreative } from '#contract/downloads/ads.ts';

/** Click-through rate in percent; a dash before the first impression. */
export function throughRate({ impressions, clicks }: Pick<AdCreative, 'impressions' | 'clicks'>): string {
  return impressions === 0 ? '–' : `${((100 * clicks) / impressions).toFixed(2)}%`;
}

/** An ad's share of the total weight of all active ads; empty if the ad is paused. */
export function shareOfWeight(
  { active, weight }: Pick<AdCreative, 'active' | 'weight'>,
  all: readonly Pick<AdCreative, 'active' | 'weight'>[],
): string {
  const sum = all.reduce((total, one) => total + (one.active ? one.weight : 0), 0);
  return active && sum > 0 ? `${Math.round((100 * weight) / sum)}%` : '';
}
