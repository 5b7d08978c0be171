// What the address of a request says of itself: title, description, price and picture (product.md RQ-3).
import type { Deps } from '../../deps.ts';

/** Null for what a page does not say. `image` is an absolute address elsewhere, which browsers never get. */
export type StoredOg = {
  title: string | null;
  description: string | null;
  price: string | null;
  image: string | null;
};

export type OgDeps = Pick<Deps, 'outgoing' | 'limits' | 'db' | 'log' | 'now'>;

/**
 * Reads what a page says of itself, within 5 s. Null for a page that says nothing or cannot be read, and beyond what is
 * read for one person; it never throws, so that a request is never lost by it.
 */
export const readOgData = async (_deps: OgDeps, _link: string, _person: { id: string }): Promise<StoredOg | null> =>
  null;
