import { readFileSync } from 'node:fs';
import * as contract from '#contract/developers/api.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { type PackedText, packText, sendPacked } from '#server/kit/http/compressed-response.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import type { Deps } from '../../deps.ts';
import { groups } from './catalogue.ts';
import { buildOpenApi, type SiteFacts } from './openapi.ts';
import { presentGroup, presentGuide } from './presenting.ts';

const projectFile = new URL('../../../package.json', import.meta.url);

/** The content changes only with a new version or a new site name. */
const CACHING = 'public, max-age=300';
/** Maximum number of site names with a cached document, and how long a document is cached. */
const NAMES_KEPT = 4;
const KEPT_MS = 3_600_000;

export function developerRoutes(deps: Pick<Deps, 'limits' | 'publicUrl' | 'settings'>): Route[] {
  const { version } = JSON.parse(readFileSync(projectFile, 'utf8')) as { version: string };
  const site = (siteName: string): SiteFacts => ({ siteName, version, url: deps.publicUrl(), limits: deps.limits });
  const documents = createMemory<PackedText>({ max: NAMES_KEPT, ttlMs: KEPT_MS });
  const guides = createMemory<contract.ApiGuide>({ max: 1, ttlMs: KEPT_MS });
  const kept = createMemory<contract.ApiGroup>({ max: groups.length, ttlMs: KEPT_MS });

  return [
    answerExchange(contract.getOpenApi, async (_call, exchange) => {
      const { siteName } = await deps.settings.get();
      const document = await documents.get(siteName, () => packText([JSON.stringify(buildOpenApi(site(siteName)))]));
      await sendPacked(exchange, document, { type: 'application/json; charset=utf-8', caching: CACHING });
      return undefined;
    }),

    answer(contract.getApiGuide, () => guides.get('', async () => presentGuide(site('')))),
    // Failed lookups are not cached, so unknown group names cannot fill the cache.
    answer(contract.getApiGroup, ({ params }) =>
      kept.get(params.group, async () => presentGroup(params.group, site(''))),
    ),
  ];
}
