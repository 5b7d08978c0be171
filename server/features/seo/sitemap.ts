// Builds the sitemap in chunks, so only about a thousand rows are in memory at a time.
import type { Deps } from '#server/deps.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { type PackedText, packText } from '#server/kit/http/compressed-response.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

/** Cache lifetime. Also the maximum delay before the sitemap reflects a suspension that starts or ends on schedule. */
const KEPT_MS = 60_000;
/** Maximum number of cached parts. Each takes about half a megabyte. */
const PARTS_KEPT = 8;
const ROWS_AT_ONCE = 1000;
/** Maximum number of waiting requests. Kept low, because a rejected crawler simply comes back later. */
const MOST_WAITING = 8;
const RETRY_SECONDS = 30;

type SitemapDeps = Pick<Deps, 'db' | 'bus' | 'now' | 'publicUrl'>;

/** Bus topics for changes that affect the sitemap's URLs. */
const TOPICS = ['resources', 'members', 'collections', 'forum'];

export function createSitemap(deps: SitemapDeps) {
  const sizes = createMemory<Record<queries.SitemapKind, number>>({ max: 1, ttlMs: KEPT_MS });
  const texts = createMemory<PackedText>({ max: PARTS_KEPT, ttlMs: KEPT_MS });
  for (const topic of TOPICS) deps.bus.subscribe(topic, texts.clear);
  deps.bus.onReset(texts.clear);
  const takeTurn = createSemaphore({ atOnce: 1, waiting: MOST_WAITING });

  const partsOf = async (kind: queries.SitemapKind): Promise<number> =>
    rules.partsFor((await sizes.get('', () => queries.estimateAddresses(deps.db)))[kind]);

  async function* linesOf(kind: queries.SitemapKind, part: rules.SitemapPart) {
    const range = rules.sitemapRangeOf(part);
    const now = deps.now();
    let after: string | null = null;
    let left = rules.PART_MOST;
    yield rules.SITEMAP_START;
    while (left > 0) {
      const limit = Math.min(left, ROWS_AT_ONCE);
      const rows: queries.SitemapRow[] = await queries.findAddresses(deps.db, kind, { range, after, limit, now });
      yield rules.sitemapLines(deps.publicUrl(), kind, rows);
      after = rows.at(-1)?.id ?? null;
      if (rows.length < limit) break;
      left -= rows.length;
    }
    yield rules.SITEMAP_END;
  }

  async function* pageLines() {
    const lists = await queries.findForumLists(deps.db);
    const forum = lists.map(({ category, subcategory }) => `/community/${category}/${subcategory}`);
    yield rules.SITEMAP_START;
    yield rules.pageLines(deps.publicUrl(), [...rules.openPages, ...forum]);
    yield rules.SITEMAP_END;
  }

  async function* indexLines() {
    const kinds: queries.SitemapKind[] = ['resources', 'profiles', 'collections', 'threads'];
    const counted = await Promise.all(kinds.map(async (kind) => ({ kind, parts: await partsOf(kind) })));
    const parts = counted.flatMap(({ kind, parts: count }) =>
      Array.from({ length: count }, (_, index): rules.SitemapPart => ({ kind, parts: count, index })),
    );
    yield rules.sitemapIndex(deps.publicUrl(), [{ kind: 'pages', parts: 1, index: 0 }, ...parts]);
  }

  const inTurn = async (pieces: () => AsyncIterable<string>): Promise<PackedText> => {
    const endTurn = await takeTurn();
    if (!endTurn) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    try {
      return await packText(pieces());
    } finally {
      endTurn();
    }
  };

  return {
    index: (): Promise<PackedText> => texts.get('', () => inTurn(indexLines)),
    // @throws Problem NOT_FOUND for an unknown part, UNAVAILABLE when too many are requested concurrently
    async part(name: string): Promise<PackedText> {
      const part = rules.readPartName(name);
      const { kind } = part;
      if (!rules.isPart(part, kind === 'pages' ? 1 : await partsOf(kind))) throw new Problem('NOT_FOUND');
      return texts.get(name, () => inTurn(kind === 'pages' ? pageLines : () => linesOf(kind, part)));
    },
  };
}
