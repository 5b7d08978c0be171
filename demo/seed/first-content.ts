/** Checks on every start whether starter content is missing. The code that generates it is loaded only if needed. */
import { ELEMENT_SLUGS } from '#demo/content/element-slugs.ts';
import type { FillDeps, FillOptions } from './fill.ts';
import { hasCategories } from './forum-queries.ts';
import { findSlugs } from './queries.ts';

/** Creates missing starter content (`fillMissing`). The demo is only created together with the elements. */
export async function fillStarter(deps: FillDeps, options: FillOptions): Promise<void> {
  const slugs = await findSlugs(deps.db);
  if (ELEMENT_SLUGS.every((slug) => slugs.has(slug)) && (await hasCategories(deps.db))) return;
  const { fillMissing } = await import('./fill.ts');
  await fillMissing(deps, options);
}
