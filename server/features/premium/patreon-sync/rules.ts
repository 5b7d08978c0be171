// Pure functions for Patreon webhooks. No I/O.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const id = z.string().min(1).max(64);
const reference = z.object({ data: z.object({ id }).nullish() }).nullish();

/** The fields that identify the membership of a message. The other fields are not used, because they are not trusted. */
const message = z.object({
  data: z.object({
    type: z.literal('member'),
    id,
    relationships: z.object({ campaign: reference, user: reference }),
  }),
});

/** Verifies Patreon's signature: HMAC-MD5 in hexadecimal. */
export function isSigned(secret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{32}$/i.test(signature)) return false;
  const right = createHmac('md5', secret).update(body).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}

/** The membership a message is about; null for other campaigns and other kinds of messages. */
export function memberOf(
  body: unknown,
  campaignId: string | null,
): { memberId: string; patronId: string | null } | null {
  const parsed = message.safeParse(body);
  if (!parsed.success) return null;
  const { id: memberId, relationships } = parsed.data.data;
  if (campaignId !== null && relationships.campaign?.data?.id !== campaignId) return null;
  return { memberId, patronId: relationships.user?.data?.id ?? null };
}

/** Hash for recognising repeated messages, because deliveries have no id. */
export function deliveryHashOf(event: string, body: Buffer): Buffer {
  return createHash('sha256').update(event).update('\n').update(body).digest();
}
