import * as contract from '#contract/admin/badges.ts';
import type { Deps } from '#server/deps.ts';
import { findFacets } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { actorOf, answer, type Caller, type Route } from '#server/platform/serve.ts';
import * as actions from './actions.ts';
import * as queries from './queries.ts';

/** How long counts are cached. Counting reads all active grants, and every user could have one. */
const GRANTS_KEPT_MS = 30_000;

/** The column can only contain tones that the contract allows. */
const presentBadge = (row: queries.BadgeFound): contract.BadgeRow => ({
  ...row,
  tone: row.tone as contract.BadgeRow['tone'],
});

export function badgeRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const sources = createMemory<{ source: 'patreon' | 'admin'; people: number }[]>({ max: 1, ttlMs: GRANTS_KEPT_MS });
  const premium = createMemory<{ people: number }>({ max: 1, ttlMs: GRANTS_KEPT_MS });
  for (const memory of [sources, premium]) {
    deps.bus.subscribe('members', memory.clear);
    deps.bus.onReset(memory.clear);
  }

  const measureSources = async () => {
    const counted = await queries.countSources(db, deps.now());
    return (['patreon', 'admin'] as const).map((source) => ({
      source,
      people: counted.find((row) => row.source === source)?.people ?? 0,
    }));
  };

  const badgeOf = async (name: string): Promise<contract.BadgeRow> => {
    const row = await queries.findBadge(db, name);
    if (!row) throw new Problem('BADGE_NOT_FOUND');
    return presentBadge(row);
  };

  const change = async (call: Caller & { params: { name: string }; body: contract.BadgeChange }) => {
    await actions.changeBadge(deps, call.params.name, call.body, actorOf(call));
    return badgeOf(call.params.name);
  };

  return [
    answer(contract.getGroups, async () => {
      const [badges, counted, { people: premiumPeople }, facets, { uploadCategories }] = await Promise.all([
        queries.listBadges(db),
        queries.countRoles(db),
        premium.get('', async () => ({ people: await queries.countPresentedPremium(db, deps.now()) })),
        findFacets(db, 'category'),
        deps.settings.get(),
      ]);
      const resourcesOf = (name: string) => facets.find((facet) => facet.name === name)?.count ?? 0;
      const others = facets.map(({ name }) => name).filter((name) => !uploadCategories.includes(name));
      return {
        badges: badges.map(presentBadge),
        roles: [
          { role: 'USER' as const, people: Math.max(0, (counted.USER ?? 0) - premiumPeople) },
          { role: 'PREMIUM' as const, people: premiumPeople },
          { role: 'LEAKER' as const, people: counted.LEAKER ?? 0 },
          { role: 'ADMIN' as const, people: counted.ADMIN ?? 0 },
        ],
        categories: [
          ...uploadCategories.map((name) => ({ name, resources: resourcesOf(name), isOffered: true })),
          ...others.map((name) => ({ name, resources: resourcesOf(name), isOffered: false })),
        ],
      };
    }),
    answer(contract.getPremiumSources, () => sources.get('', measureSources)),
    answer(contract.addBadge, async (call) => {
      await actions.addBadge(deps, call.body, actorOf(call));
      return badgeOf(call.body.name);
    }),
    answer(contract.changeBadge, change),
    answer(contract.patchBadge, change),
    answer(contract.deleteBadge, async (call) => {
      await actions.deleteBadge(deps, call.params.name, actorOf(call));
      return null;
    }),
  ];
}
