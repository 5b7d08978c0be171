// Access scenarios for the Discord webhook.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

/** A ping signed like Discord's, with the caller's own headers added. */
const ping =
  (changes: Record<string, string> = {}): Scenario =>
  ({ fakes }, asker) => {
    const { payload, headers } = fakes.discord.guild.interaction({ type: 1 });
    return {
      method: 'POST',
      url: '/api/webhooks/discord',
      headers: { ...headers, ...changes, ...asker.headers },
      payload,
    };
  };

export const chatScenarios: Record<string, Scenario> = {
  'POST /api/webhooks/discord': ping(),
  'POST /api/webhooks/discord (bad signature)': ping({ 'x-signature-ed25519': 'ab'.repeat(64) }),
};
