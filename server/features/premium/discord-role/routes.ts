import * as contract from '#contract/premium/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { parseJson } from '#server/kit/http/raw-body.ts';
import { createWebhookRateLimit } from '#server/kit/rate-limits/webhook-rate-limit.ts';
import { answerExchange, type Route } from '#server/platform/serve.ts';
import { answerInteraction } from './interactions.ts';
import { isSignedMessage } from './rules.ts';

/** Maximum size of an interaction. Discord's interactions are far smaller. */
const INTERACTION_MAX_BYTES = 64 * 1024;

export function discordRoleRoutes(deps: Deps): Route[] {
  const shield = createWebhookRateLimit({
    limit: deps.limits.forgedMessages,
    maxBytes: INTERACTION_MAX_BYTES,
    now: deps.now,
  });
  return [
    answerExchange(contract.receiveInteraction, async ({ network }, { request, reply }) => {
      const { publicKey } = deps.config.guild;
      if (publicKey === null) throw new Problem('HOOK_NOT_SET_UP');
      const { 'x-signature-timestamp': timestamp, 'x-signature-ed25519': signature } = request.headers;
      const body = await shield.read(network, request.raw, (bytes) =>
        isSignedMessage(publicKey, { timestamp, signature, body: bytes }, deps.now()),
      );
      reply.header('cache-control', 'no-store');
      return await answerInteraction(deps, parseJson(body));
    }),
  ];
}
