// Local fakes of Google, Discord, Patreon and other websites, for development and tests: one server with a path prefix for each.
// `env` contains the environment variables that point the site to them.
import Fastify, { type FastifyError } from 'fastify';
import { addDiscordFake } from './discord/discord.fake.ts';
import { addGoogleFake, type GoogleFake } from './google.fake.ts';
import { fakeTroubles } from './oauth-routes.fake.ts';
import { addPatreonFake } from './patreon.fake.ts';
import { addWebFake } from './web.fake.ts';

const credentials = {
  google: { clientId: 'google-stand-in', clientSecret: 'google-secret' },
  discord: { clientId: 'discord-stand-in', clientSecret: 'discord-secret' },
  patreon: { clientId: 'patreon-stand-in', clientSecret: 'patreon-secret' },
};

/** Hidden fields of the consent page, which a browser would send back. */
const carriedFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    ]),
  );

/**
 * Goes through a consent page like a browser without scripts.
 * @returns the URL that the browser is redirected to
 * @throws Error that contains the error page, if the provider refuses the request
 */
const consent = async (
  authorizeUrl: string,
  { person, allow = true }: { person: string; allow?: boolean },
): Promise<string> => {
  const asked = await fetch(authorizeUrl);
  const html = await asked.text();
  if (!asked.ok) throw new Error(html);
  const { origin, pathname } = new URL(authorizeUrl);
  const reply = await fetch(`${origin}/${pathname.split('/')[1]}/consent`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...carriedFields(html), person, decision: allow ? 'allow' : 'deny' }),
  });
  const location = reply.headers.get('location');
  if (!location) throw new Error(await reply.text());
  return location;
};

/**
 * Starts the fakes on the given port or on a free port. `site` is the URL that webhook messages are sent to by default. The
 * consent page has a radio button for each person, another called "New account" for a new person, and the buttons Allow and Deny.
 */
export async function startProviderFakes({
  port = 0,
  site = 'http://localhost:3000',
}: {
  port?: number;
  site?: string;
} = {}) {
  const app = Fastify({ forceCloseConnections: true });
  let url = '';
  app.removeAllContentTypeParsers();
  // Accept only forms. Discord's token endpoint refuses JSON, so all fakes refuse it.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler<FastifyError>(async (error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: 'invalid_request', error_description: error.message }),
  );

  const google = Promise.withResolvers<GoogleFake>();
  app.register(
    async (room) =>
      google.resolve(await addGoogleFake(room, { ...credentials.google, address: () => `${url}/google` })),
    { prefix: '/google' },
  );
  const discord = Promise.withResolvers<ReturnType<typeof addDiscordFake>>();
  app.register(async (room) => discord.resolve(addDiscordFake(room, credentials.discord)), { prefix: '/discord' });
  const patreon = Promise.withResolvers<ReturnType<typeof addPatreonFake>>();
  app.register(async (room) => patreon.resolve(addPatreonFake(room, { ...credentials.patreon, site })), {
    prefix: '/patreon',
  });
  app.register(async (room) => addWebFake(room), { prefix: '/web' });
  // For journey tests, which run in another process: `provider=discord&next=error` makes the next response fail.
  app.post('/trouble', async (request, reply) => {
    const { provider, next } = request.body as Record<string, string>;
    const named = Object.entries(providers).find(([name]) => name === provider)?.[1];
    const trouble = fakeTroubles.find((name) => name === next);
    if (!named || !trouble) return reply.code(400).send({ error: 'invalid_request' });
    named.misbehave(trouble);
    return {};
  });

  await app.listen({ port, host: '127.0.0.1' });
  const address = app.server.address() as { port: number };
  url = `http://127.0.0.1:${address.port}`;

  const providers = { google: await google.promise, discord: await discord.promise, patreon: await patreon.promise };
  const env: Record<string, string> = { OUTGOING_STAND_IN: url };
  for (const [name, { clientId, clientSecret }] of Object.entries(credentials)) {
    const prefix = name.toUpperCase();
    env[`${prefix}_CLIENT_ID`] = clientId;
    env[`${prefix}_CLIENT_SECRET`] = clientSecret;
    env[`${prefix}_BASE`] = `${url}/${name}`;
  }
  Object.assign(env, providers.discord.guild.env, providers.patreon.campaign.env);
  return { url, env, ...providers, consent, stop: () => app.close() };
}

export type ProviderFakes = Awaited<ReturnType<typeof startProviderFakes>>;
