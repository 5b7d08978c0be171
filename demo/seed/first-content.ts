/** What the server asks at every start: whether starter content is missing. What draws it is loaded only then. */
import { ELEMENT_SLUGS } from '#demo/content/element-slugs.ts';
import type { FillDeps } from './fill.ts';
import { hasCategories } from './forum-queries.ts';
import { findSlugs } from './queries.ts';

/** Fills what is missing (`fillMissing`). A demo comes only with the elements, so nothing of it is missing once they are there. */
export async function fillStarter(deps: FillDeps, options: { demo: boolean }): Promise<void> {
  const slugs = await findSlugs(deps.db);
  if (ELEMENT_SLUGS.every((slug) => slugs.has(slug)) && (await hasCategories(deps.db))) return;
  const { fillMissing } = await import('./fill.ts');
  await fillMissing(deps, options);
}
