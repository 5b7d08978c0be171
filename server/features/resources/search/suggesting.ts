import type { Deps } from '#server/deps.ts';
import { type CardRow, findCards } from '#server/features/resources/queries.ts';
import { createFinder } from './finder.ts';
import { usualLimits } from './spans.ts';

/** The best public assets for a text, and the text with typing errors corrected. */
type AssetSuggestions = { cards: CardRow[]; corrected: string | null };

/**
 * Creates the search behind suggestions: the listing's search, without totals. It caches for a minute, and forgets everything when
 * an asset changes.
 */
export function createAssetSuggestions(deps: Pick<Deps, 'db' | 'bus' | 'now'>) {
  const finder = createFinder(deps, usualLimits);
  return async (text: string, limit: number): Promise<AssetSuggestions> => {
    const { hits, corrected } = await finder.findBest(text, limit);
    const ids = hits.map(({ id }) => id);
    return { cards: await findCards(deps.db, ids), corrected };
  };
}
