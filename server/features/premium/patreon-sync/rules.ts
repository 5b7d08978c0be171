// Decisions about messages of Patreon's webhooks, without I/O.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const id = z.string().min(1).max(64);
const reference = z.object({ data: z.object({ id }).nullish() }).nullish();

/** What of a message is looked at: whom it is about. What it says of them is not believed. */
const message = z.object({
  data: z.object({
    type: z.literal('member'),
    id,
    relationships: z.object({ campaign: reference, user: reference }),
  }),
});

/** Whether bytes were signed with the secret: HMAC-MD5 in hexadecimal digits, as Patreon signs. */
export function isSigned(secret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{32}$/i.test(signature)) return false;
  const right = createHmac('md5', secret).update(body).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}

/** Which membership a message is about; null for one of another campaign, and for messages about anything else. */
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

/** What a message is known again by: deliveries have no id of their own. */
export function deliveryHashOf(event: string, body: Buffer): Buffer {
  return createHash('sha256').update(event).update('\n').update(body).digest();
}
