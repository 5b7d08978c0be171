import * as contract from '#contract/content/wiki.ts';
import type { Deps } from '#server/deps.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { renderMarkdown } from '#server/kit/text/markdown.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { keepSiteParts, sitePartsOf } from '#server/platform/site-parts.ts';
import { drawWiki, readSection, type WikiValues, wikiValues } from './rules.ts';
import { type Entry, entriesOf, searchEntries } from './searching.ts';
import { createWikiTexts } from './texts.ts';

/** How long the rendered wiki is cached. It is also rendered again when a value that it shows changes; see the cache key. */
const KEPT_MS = 3_600_000;

type Drawn = { wiki: contract.Wiki; entries: Entry[] };

export function wikiRoutes(deps: Deps): Route[] {
  const drawn = createMemory<Drawn>({ max: 1, ttlMs: KEPT_MS });
  const parts = sitePartsOf(deps.config);
  const wikiTexts = createWikiTexts(deps.config);

  const draw = async (values: WikiValues): Promise<Drawn> => {
    const { origin } = new URL(deps.publicUrl());
    const texts = (await wikiTexts()).map(({ slug, markdown }) => readSection(slug, keepSiteParts(markdown, parts)));
    const wiki = drawWiki(texts, values, (markdown) => renderMarkdown(markdown, { origin }));
    return { wiki, entries: entriesOf(wiki) };
  };

  const current = async (): Promise<Drawn> => {
    const values = wikiValues(await deps.settings.get());
    return drawn.get(JSON.stringify(values), () => draw(values));
  };

  return [
    answer(contract.getWiki, async () => (await current()).wiki),
    answer(contract.searchWiki, async ({ query }) => ({
      hits: searchEntries((await current()).entries, query.search ?? ''),
    })),
  ];
}
