import * as contract from '#contract/premium/api.ts';
import type { Deps } from '#server/deps.ts';
import { findMembership, findOwnMembership } from '#server/features/premium/memberships/queries.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { countPremium, findOwnSources } from './queries.ts';
import { presentFacts, presentOwn } from './rules.ts';

/** Counting reads every active grant, potentially one per user, so the result is cached for a minute. */
const COUNTS_KEPT_MS = 60_000;

export function premiumRoutes(deps: Deps): Route[] {
  const { db, config } = deps;
  const counts = createMemory<{ members: number; resources: number }>({ max: 1, ttlMs: COUNTS_KEPT_MS });
  const services = {
    chatRole: deps.guild !== null && config.guild.bot?.premiumRoleId != null,
    bypassCommand: config.guild.publicKey !== null,
  };

  return [
    answer(contract.getPremiumFacts, async () => {
      const settings = await deps.settings.get();
      const measured = settings.premiumDemo ?? (await counts.get('', () => countPremium(db, deps.now())));
      return presentFacts(settings, measured, services);
    }),
    answer(contract.getOwnPremium, async ({ viewer }) => {
      const { id } = signedIn(viewer);
      const sources = await findOwnSources(db, id, deps.now());
      const given = sources.find(({ membershipId }) => membershipId !== null)?.membershipId ?? null;
      // A membership that is matched only by email is found through its grant.
      const membership = (await findOwnMembership(db, id)) ?? (given && (await findMembership(db, given))) ?? null;
      return presentOwn(sources, membership || null, deps.now(), await deps.settings.get());
    }),
  ];
}
