// Webhooks called by third parties. The handlers read the raw bytes to verify the signature of each message.

import { z } from 'zod';
import { endpoint } from '#contract/http.ts';

export const receivePatreonHook = endpoint({
  method: 'POST',
  path: '/api/webhooks/patreon',
  access: 'visitor',
  signed: true,
  summary:
    "Receives a membership webhook from Patreon (HMAC-MD5 in X-Patreon-Signature). The site then reads the membership from Patreon's API.",
  bodyType: 'application/json',
  reply: null,
  status: 204,
  problems: ['HOOK_SIGNATURE', 'HOOK_NOT_SET_UP', 'TOO_LARGE', 'BAD_JSON'],
  fallback: 'The message could not be processed.',
});

/** The two responses that the site sends to Discord interactions (discord.com/developers/docs/interactions). */
const interactionReply = z.union([
  z.object({ type: z.literal(1) }),
  z.object({
    type: z.literal(4),
    data: z.object({
      content: z.string().max(2000),
      flags: z.literal(64),
      // Responses never mention (ping) anyone.
      allowed_mentions: z.object({ parse: z.array(z.string()).max(0) }),
    }),
  }),
]);
export type InteractionReply = z.infer<typeof interactionReply>;

export const receiveInteraction = endpoint({
  method: 'POST',
  path: '/api/webhooks/discord',
  access: 'visitor',
  signed: true,
  summary: 'Receives a Discord interaction (Ed25519 in X-Signature-Ed25519): a ping or the bypass command.',
  bodyType: 'application/json',
  reply: interactionReply,
  problems: ['BAD_INPUT', 'HOOK_SIGNATURE', 'HOOK_NOT_SET_UP', 'TOO_LARGE', 'BAD_JSON'],
  fallback: 'The message could not be processed.',
});
