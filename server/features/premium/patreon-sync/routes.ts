import { receivePatreonHook } from '#contract/premium/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { parseJson } from '#server/kit/http/raw-body.ts';
import { createWebhookRateLimit } from '#server/kit/rate-limits/webhook-rate-limit.ts';
import { answerExchange, type Route } from '#server/platform/serve.ts';
import { receiveWebhook } from './actions.ts';
import { isSigned } from './rules.ts';

/** Patreon's messages usually take a few kilobytes, but include text written by the creator. */
const MESSAGE_MAX_BYTES = 1024 * 1024;
const EVENT_MAX_CHARACTERS = 60;

export function patreonSyncRoutes(deps: Deps): Route[] {
  const shield = createWebhookRateLimit({
    limit: deps.limits.forgedMessages,
    maxBytes: MESSAGE_MAX_BYTES,
    now: deps.now,
  });
  return [
    answerExchange(receivePatreonHook, async ({ network }, { request }) => {
      const { webhookSecret, id } = deps.config.campaign;
      if (webhookSecret === null) throw new Problem('HOOK_NOT_SET_UP');
      const signature = request.headers['x-patreon-signature'];
      const body = await shield.read(network, request.raw, (bytes) => isSigned(webhookSecret, bytes, signature));
      const event = String(request.headers['x-patreon-event'] ?? '').slice(0, EVENT_MAX_CHARACTERS);
      await receiveWebhook(deps, { event, body, content: parseJson(body), campaignId: id });
      return null;
    }),
  ];
}
