// Fake of Discord's webhooks: checks messages as Discord documents it, limits them per webhook, and keeps what was posted.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Messages that a webhook may post in a minute. */
const LIMIT = 30;
const WINDOW_MS = 60_000;

/** Maximum lengths in characters, of the parts and of all embeds together. */
const LENGTHS = { content: 2000, title: 256, description: 4096, name: 256, value: 1024, text: 2048 } as const;
const EMBEDS_MOST = 10;
const ALL_MOST = 6000;

type FakeWebhookPost = {
  webhook: string;
  at: number;
  body: {
    content?: string;
    embeds?: FakeEmbed[];
    allowed_mentions?: { parse?: unknown };
  };
};

type FakeEmbed = {
  title?: string;
  url?: string;
  description?: string;
  author?: { name?: string };
  footer?: { text?: string };
  image?: { url?: string };
  fields?: { name?: string; value?: string }[];
};

type WebhookThrottle = { retryAfter: number; global?: boolean };

/** Creates webhooks of a channel and the list of what they have posted. */
export function createFakeWebhooks() {
  const tokens = new Map<string, string>();
  const posts: FakeWebhookPost[] = [];
  const throttles: WebhookThrottle[] = [];
  let made = 0;
  return {
    posts,
    tokens,
    throttles,
    /** Whether the next response to a post is lost after the message was posted. */
    losesAnswer: false,
    /** Whether the next message is refused, whatever it contains. */
    refusesNext: false,
    // Adds a webhook; returns its address as Discord shows it.
    add: (): { id: string; token: string; url: string } => {
      made += 1;
      const id = String(90_210_000_000_001_000n + BigInt(made));
      const token = `${'stand-in_webhook-token-'.repeat(3).slice(0, 60)}${String(made).padStart(8, '0')}`;
      tokens.set(id, token);
      return { id, token, url: `https://discord.com/api/webhooks/${id}/${token}` };
    },
    delete: (id: string): void => void tokens.delete(id),
    // Each argument turns one of the next posts into a 429.
    throttle: (...more: WebhookThrottle[]) => void throttles.push(...more),
  };
}

export type FakeWebhooks = ReturnType<typeof createFakeWebhooks>;

const isPublicLink = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).hostname.includes('.');

/** What is wrong with a message, as Discord names it; null if it is fine. */
const objectionTo = ({ content = '', embeds = [] }: FakeWebhookPost['body']): string | null => {
  if (content === '' && embeds.length === 0) return 'Cannot send an empty message';
  if (embeds.length > EMBEDS_MOST) return `Must be ${EMBEDS_MOST} or fewer in length.`;
  const parts = embeds.flatMap((embed): [keyof typeof LENGTHS, string][] => [
    ['title', embed.title ?? ''],
    ['description', embed.description ?? ''],
    ['name', embed.author?.name ?? ''],
    ['text', embed.footer?.text ?? ''],
    ...(embed.fields ?? []).flatMap(({ name = '', value = '' }): [keyof typeof LENGTHS, string][] => [
      ['name', name],
      ['value', value],
    ]),
  ]);
  if ([...parts, ['content', content] as const].some(([part, text]) => text.length > LENGTHS[part]))
    return 'Must be fewer characters in length.';
  if (parts.reduce((sum, [, text]) => sum + text.length, 0) > ALL_MOST)
    return 'Embed size exceeds maximum size of 6000';
  if (embeds.some(({ fields = [] }) => fields.some(({ name, value }) => !name || !value)))
    return 'This field is required';
  const links = embeds.flatMap(({ url, image }) => [url, image?.url].filter((link) => link !== undefined));
  return links.every(isPublicLink) ? null : 'Not a well formed URL.';
};

const limitHeaders = (remaining: number, resetMs: number): Record<string, string> => ({
  'x-ratelimit-limit': String(LIMIT),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset-after': (resetMs / 1000).toFixed(3),
  'x-ratelimit-bucket': 'stand-in-webhook',
});

const tooMany = (reply: FastifyReply, { retryAfter, global = false }: WebhookThrottle) =>
  reply
    .code(429)
    .headers({ 'retry-after': String(Math.ceil(retryAfter)), ...(global ? { 'x-ratelimit-global': 'true' } : {}) })
    .send({ message: 'You are being rate limited.', retry_after: retryAfter, global });

type WebhookParams = { Params: { id: string; token: string } };

/** Adds the webhooks' API under /api/v10, which needs no credentials but the token. */
export function addWebhooksFake(api: FastifyInstance, webhooks: FakeWebhooks): void {
  api.register(async (room) => {
    room.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, JSON.parse(String(body))),
    );
    room.addHook<WebhookParams>('preHandler', async ({ params, headers }, reply) => {
      if (!/^DiscordBot \(https?:\/\/[^ ,]+, [^)]+\)/.test(headers['user-agent'] ?? ''))
        return reply.code(403).send({ message: 'internal', code: 40_333 });
      const token = webhooks.tokens.get(params.id);
      if (token === undefined) return reply.code(404).send({ message: 'Unknown Webhook', code: 10_015 });
      if (token !== params.token) return reply.code(401).send({ message: 'Invalid Webhook Token', code: 50_027 });
    });

    room.get<WebhookParams>('/api/v10/webhooks/:id/:token', async ({ params }) => ({
      type: 1,
      id: params.id,
      name: 'Helix',
      avatar: null,
      channel_id: '90210000000000003',
      guild_id: '90210000000000001',
      application_id: null,
      token: params.token,
    }));

    room.post<WebhookParams & { Querystring: { wait?: string } }>(
      '/api/v10/webhooks/:id/:token',
      async ({ params: { id }, query, body }, reply) => {
        const throttle = webhooks.throttles.shift();
        if (throttle) return tooMany(reply, throttle);
        const now = Date.now();
        const recent = webhooks.posts.filter(({ webhook, at }) => webhook === id && now - at < WINDOW_MS);
        const resetMs = recent[0] ? recent[0].at + WINDOW_MS - now : WINDOW_MS;
        if (recent.length >= LIMIT) return tooMany(reply, { retryAfter: resetMs / 1000 });
        const message = body as FakeWebhookPost['body'];
        const objection = webhooks.refusesNext ? 'Refused' : objectionTo(message);
        webhooks.refusesNext = false;
        if (objection)
          return reply.code(400).send({ message: 'Invalid Form Body', code: 50_035, errors: { objection } });
        webhooks.posts.push({ webhook: id, at: now, body: message });
        if (webhooks.losesAnswer) {
          webhooks.losesAnswer = false;
          reply.hijack();
          reply.raw.destroy();
          return reply;
        }
        reply.headers(limitHeaders(LIMIT - recent.length - 1, resetMs));
        if (query.wait !== 'true') return reply.code(204).send();
        return { id: String(90_210_000_000_100_000n + BigInt(webhooks.posts.length)), type: 0, webhook_id: id };
      },
    );
  });
}

/** Controls for journey tests, which run in another process: add and delete webhooks, and list what was posted. */
export function addWebhookControls(app: FastifyInstance, webhooks: FakeWebhooks): void {
  app.get('/webhooks', async () => ({ posts: webhooks.posts }));
  app.post('/webhooks', async () => webhooks.add());
  app.delete<{ Params: { id: string } }>('/webhooks/:id', async ({ params }) => {
    webhooks.delete(params.id);
    return {};
  });
}
