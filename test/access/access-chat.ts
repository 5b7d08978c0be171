// Access scenarios for what Discord sends and gets.
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

const POSTS = '/api/admin/discord-posts';

/** Saves a webhook as an administrator, for the calls that need one. */
const saveWebhook = async (world: World): Promise<void> => {
  // A new session, because this needs a fresh confirmation.
  const headers = await world.freshSession(world.askAs('admin'));
  const payload = { isOn: true, url: world.fakes.discord.webhooks.add().url };
  const saved = await world.app.inject({ method: 'PUT', url: POSTS, headers, payload });
  if (saved.statusCode !== 200) throw new Error(`no webhook: ${saved.body}`);
};

const onWebhook =
  (method: 'DELETE' | 'POST', url: string): Scenario =>
  async (world, { headers }) => {
    await saveWebhook(world);
    return { method, url, headers };
  };

export const chatScenarios: Record<string, Scenario> = {
  'POST /api/webhooks/discord': ping(),
  [`GET ${POSTS}`]: (_world, { headers }) => ({ method: 'GET', url: POSTS, headers }),
  [`PUT ${POSTS}`]: ({ fakes }, { headers }) => ({
    method: 'PUT',
    url: POSTS,
    headers,
    payload: { isOn: true, url: fakes.discord.webhooks.add().url },
  }),
  [`DELETE ${POSTS}`]: onWebhook('DELETE', POSTS),
  [`POST ${POSTS}/test`]: onWebhook('POST', `${POSTS}/test`),
  'POST /api/webhooks/discord (bad signature)': ping({ 'x-signature-ed25519': 'ab'.repeat(64) }),
};
