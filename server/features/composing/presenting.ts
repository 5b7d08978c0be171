// Rows as the contract's shapes.
import type { LinkedResource } from '#contract/forum.ts';
import type { CardRow } from '../resources/queries.ts';
import { presentCard } from '../resources/rules.ts';

/** A resource as the card under a post shows it. */
export const presentLinked = (row: CardRow): LinkedResource => {
  const { id, title, author, isPremium, thumbnailUrl, thumbnailColor } = presentCard(row);
  return { id, title, author, isPremium, thumbnailUrl, thumbnailColor };
};
