import * as contract from '#contract/seo/api.ts';
import type { Deps } from '#server/deps.ts';
import { findUploader } from '#server/features/accounts/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { type PackedText, packText, sendPacked } from '#server/kit/http/compressed-response.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answerExchange, type Route } from '#server/platform/serve.ts';
import { feedXml } from './feed.ts';
import * as queries from './queries.ts';
import { robotsText, securityText } from './rules.ts';
import { createSitemap } from './sitemap.ts';

/** Cache lifetime in browsers and proxies, in seconds; the site itself drops hidden content immediately. */
const CACHING = 'public, max-age=300';
const DAY_CACHING = 'public, max-age=86400';
const FEEDS_KEPT = 200;
const FEED_KEPT_MS = 60_000;
const XML = 'application/xml; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

export function seoRoutes(deps: Deps): Route[] {
  const sitemap = createSitemap(deps);
  const feeds = createMemory<PackedText>({ max: FEEDS_KEPT, ttlMs: FEED_KEPT_MS });
  for (const topic of ['resources', 'members', 'settings']) deps.bus.subscribe(topic, feeds.clear);
  deps.bus.onReset(feeds.clear);

  const makeFeed = async (author: { id: string; name: string } | null): Promise<PackedText> => {
    const [rows, { siteName, siteDescription }] = await Promise.all([
      queries.findFeedResources(deps.db, author?.id ?? null),
      deps.settings.get(),
    ]);
    const site = { siteName, siteDescription, origin: deps.publicUrl() };
    return packText([feedXml(site, rows, author?.name ?? null)]);
  };

  return [
    answerExchange(contract.getRobots, async (_, exchange) => {
      await sendPacked(exchange, await packText([robotsText(deps.publicUrl())]), { type: PLAIN, caching: DAY_CACHING });
      return undefined;
    }),

    answerExchange(contract.getSecurityContact, async (_, exchange) => {
      const { supportContact } = await deps.settings.get();
      const text = securityText(deps.publicUrl(), supportContact, deps.now());
      await sendPacked(exchange, await packText([text]), { type: PLAIN, caching: CACHING });
      return undefined;
    }),

    answerExchange(contract.getSitemap, async ({ query }, exchange) => {
      const text = await (query.part === undefined ? sitemap.index() : sitemap.part(query.part));
      await sendPacked(exchange, text, { type: XML, caching: CACHING });
      return undefined;
    }),

    answerExchange(contract.getFeed, async ({ query }, exchange) => {
      const name = query.author?.toLowerCase();
      const person = name === undefined ? null : await findUploader(deps.db, name, deps.now());
      if (person === undefined) throw new Problem('PROFILE_NOT_FOUND');
      const author = person && name !== undefined ? { id: person.id, name } : null;
      const text = await feeds.get(name ?? '', () => makeFeed(author));
      await sendPacked(exchange, text, { type: RSS, caching: CACHING });
      return undefined;
    }),
  ];
}
