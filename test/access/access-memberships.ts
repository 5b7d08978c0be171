// Access scenarios for memberships.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

/** A webhook message signed like Patreon's, with the caller's own headers added. */
const message =
  (changes: Record<string, string> = {}): Scenario =>
  ({ fakes }, asker) => {
    const { campaign, people } = fakes.patreon;
    const { headers, ...request } = campaign.hook('members:update', people[0]?.subject ?? '');
    return { ...request, headers: { ...headers, ...changes, ...asker.headers } };
  };

export const membershipScenarios: Record<string, Scenario> = {
  'POST /api/webhooks/patreon': message(),
  'POST /api/webhooks/patreon (bad signature)': message({ 'x-patreon-signature': '0'.repeat(32) }),
};
