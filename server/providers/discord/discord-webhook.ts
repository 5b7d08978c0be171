// Posts messages to a channel of Discord through a webhook (discord.com/developers/docs/resources/webhook). Needs no bot.
import { z } from 'zod';
import { type Outgoing, OutgoingRefused, type SentAnswer } from '#server/kit/outgoing/outgoing.ts';

/** The parts of a webhook's address. With the token, anyone can post to the channel. */
export type WebhookAddress = { id: string; token: string };

/** A message as Discord takes it. Nobody is ever mentioned, whatever the texts contain. */
export type WebhookMessage = {
  content?: string;
  embeds: readonly {
    title?: string;
    url?: string;
    description?: string;
    color?: number;
    author?: { name: string };
    footer?: { text: string };
    image?: { url: string };
    fields?: readonly { name: string; value: string; inline?: boolean }[];
  }[];
};

/**
 * What became of a message. `sent`: it is in the channel; `waitMs` is how long to wait before the next one. `wait`: Discord asks to
 * wait and has not posted it. `gone`: the webhook was deleted. `refused`: Discord will never accept this message. `away`: it did not
 * reach Discord. `unknown`: it may have been posted, because the answer was lost or came from something else.
 */
export type Delivery =
  | { outcome: 'sent'; messageId: string; waitMs: number }
  | { outcome: 'wait'; waitMs: number }
  | { outcome: 'refused'; code: number }
  | { outcome: 'gone' | 'away' | 'unknown' };

export type DiscordWebhooks = {
  send(webhook: WebhookAddress, message: WebhookMessage): Promise<Delivery>;
  /** Whether the webhook still exists, without posting anything. */
  look(webhook: WebhookAddress): Promise<'there' | 'gone' | 'away'>;
};

const ADDRESS = 'https://discord.com';
const MAX_BYTES = 256 * 1024;
/** Wait when Discord, or the service in front of it, asks for one without saying how long. */
const USUAL_WAIT_MS = 60_000;
/** Longest wait that is believed. */
const MOST_WAIT_MS = 24 * 3_600_000;

/** Discord's error codes: unknown webhook, invalid webhook token. */
const GONE: readonly number[] = [10_015, 50_027];

const postedMessage = z.object({ id: z.string().regex(/^\d{1,20}$/) });
const refusal = z.object({ code: z.int() });
const throttle = z.object({ retry_after: z.number().min(0) });

const read = <T>(schema: z.ZodType<T>, { body }: SentAnswer): T | null => {
  try {
    return schema.safeParse(JSON.parse(body.toString())).data ?? null;
  } catch {
    return null;
  }
};

const asWait = (seconds: number): number => Math.min(Math.ceil(seconds * 1000), MOST_WAIT_MS);

const secondsOf = (answer: SentAnswer, header: string): number | null => {
  const text = answer.header(header);
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
};

const waitAfterRefusal = (answer: SentAnswer): number => {
  const seconds = read(throttle, answer)?.retry_after ?? secondsOf(answer, 'retry-after');
  return seconds === null ? USUAL_WAIT_MS : asWait(seconds);
};

/** The wait before the next message, if the bucket of the webhook is empty. */
const waitAfterSent = (answer: SentAnswer): number =>
  secondsOf(answer, 'x-ratelimit-remaining') === 0 ? asWait(secondsOf(answer, 'x-ratelimit-reset-after') ?? 2) : 0;

const readDelivery = (answer: SentAnswer): Delivery => {
  const { status } = answer;
  if (status === 429) return { outcome: 'wait', waitMs: waitAfterRefusal(answer) };
  if (status === 200) {
    const posted = read(postedMessage, answer);
    return posted ? { outcome: 'sent', messageId: posted.id, waitMs: waitAfterSent(answer) } : { outcome: 'unknown' };
  }
  const code = read(refusal, answer)?.code;
  // A page of another server has no code, and says nothing about the webhook.
  if (status >= 400 && status < 500) {
    if (code === undefined) return { outcome: 'away' };
    const isGone = GONE.includes(code) || status === 401 || status === 404;
    return isGone ? { outcome: 'gone' } : { outcome: 'refused', code };
  }
  // Discord may have posted the message before it failed.
  return { outcome: 'unknown' };
};

/**
 * @param options.base replaces Discord's own address
 * @param options.site the site's own URL, sent in the user agent, whose form Discord prescribes
 */
export function createDiscordWebhooks({
  base,
  outgoing,
  site,
}: {
  base: string | null;
  outgoing: Outgoing;
  site: () => string;
}): DiscordWebhooks {
  const addressOf = ({ id, token }: WebhookAddress): string => `${base ?? ADDRESS}/api/v10/webhooks/${id}/${token}`;
  const options = () => ({ userAgent: `DiscordBot (${new URL(site()).origin}, 1.0)`, maxBytes: MAX_BYTES });
  return {
    async send(webhook, message) {
      try {
        // `wait` makes Discord answer when the message is posted.
        const address = `${addressOf(webhook)}?wait=true`;
        const body = { ...message, allowed_mentions: { parse: [] } };
        return readDelivery(await outgoing.send(address, { ...options(), method: 'POST', body }));
      } catch (error) {
        if (!(error instanceof OutgoingRefused)) throw error;
        return { outcome: error.mayBeSent ? 'unknown' : 'away' };
      }
    },
    async look(webhook) {
      try {
        const answer = await outgoing.send(addressOf(webhook), { ...options(), method: 'GET' });
        if (answer.status === 200) return read(z.object({ id: z.literal(webhook.id) }), answer) ? 'there' : 'away';
        const isGone = read(refusal, answer) !== null && (answer.status === 401 || answer.status === 404);
        return isGone ? 'gone' : 'away';
      } catch (error) {
        if (!(error instanceof OutgoingRefused)) throw error;
        return 'away';
      }
    },
  };
}
