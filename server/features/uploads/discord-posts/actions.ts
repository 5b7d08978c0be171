// Sets up the announcements on Discord, and sends them. A post is marked before it is sent: if its outcome is unknown, it is never
// sent again, because Discord can't be asked whether it arrived.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import type { DiscordPosts } from '#contract/uploads/discord-posts.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createSeal } from '#server/kit/security/seal.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import type { Delivery, WebhookAddress, WebhookMessage } from '#server/providers/discord/discord-webhook.ts';
import * as queries from './queries.ts';
import {
  type AnnouncedAsset,
  type AnnouncingSite,
  assetMessage,
  assetPost,
  OWN_MESSAGES_MOST,
  readWebhookAddress,
  SAMPLE_ASSET,
  summaryMessage,
  summaryPost,
  testPost,
} from './rules.ts';

export type PostingDeps = Pick<
  Deps,
  'db' | 'now' | 'log' | 'settings' | 'publicUrl' | 'secret' | 'oldSecrets' | 'outgoing' | 'discordWebhooks'
>;

/** Messages in a run, which is once a minute. Discord allows 30 a minute for each webhook; the others are for test messages. */
const MESSAGES_A_RUN = OWN_MESSAGES_MOST;
/** Assets that one message can be about. */
const TAKEN_MOST = 1000;
/** A process that has been sending for this long has ended. */
const STUCK_MS = 10 * MINUTE_MS;
/** Assets that have waited longer are no news any more. */
const STALE_MS = DAY_MS;
const UNCERTAIN_SHOWN_MS = 30 * DAY_MS;
/** Wait after a message that may not have arrived, so that an outage doesn't use up the posts. */
const DOUBT_MS = 2 * MINUTE_MS;
/** Assets of the preview of a message about several. */
const PREVIEWED = 14;

const SITE: AuditActor = { id: null, name: 'Helix' };
const SUBJECT = { kind: 'discord', id: 'Discord' };

const sealOf = (deps: Pick<Deps, 'secret' | 'oldSecrets'>) => createSeal(deps, 'discord-webhook');
const ownerOf = (webhookId: string): string => `webhook ${webhookId}`;

/** The webhook's address; null if its token was sealed with a secret that is lost. */
const openAddress = (deps: PostingDeps, { webhookId, sealedToken }: queries.WebhookRow): WebhookAddress | null => {
  const token = sealOf(deps).open(sealedToken, ownerOf(webhookId));
  return token === null ? null : { id: webhookId, token };
};

const readSite = async ({ settings, publicUrl, outgoing }: PostingDeps): Promise<AnnouncingSite> => {
  const url = publicUrl();
  return { name: (await settings.get()).siteName, url: outgoing.isAllowed(url) ? url : null };
};

/** The settings as administrators see them. The token is never part of them. */
export async function presentPosts(deps: PostingDeps): Promise<DiscordPosts> {
  const { db, now } = deps;
  const [webhook, counts, newest, site] = await Promise.all([
    queries.findWebhook(db),
    queries.countPosts(db, new Date(now().getTime() - UNCERTAIN_SHOWN_MS)),
    queries.findNewest(db, PREVIEWED),
    readSite(deps),
  ]);
  const pausedUntil = webhook?.pausedUntil && webhook.pausedUntil > now() ? webhook.pausedUntil : null;
  const [shown = SAMPLE_ASSET] = newest;
  const several = newest.length > OWN_MESSAGES_MOST ? newest : Array<AnnouncedAsset>(PREVIEWED).fill(shown);
  const { path: _path, ...preview } = assetMessage(shown, site.name);
  const { lines: _lines, more: _more, ...summary } = summaryMessage(several, site.name);
  return {
    isSet: webhook !== undefined,
    isOn: webhook?.isOn ?? false,
    webhookId: webhook?.webhookId ?? null,
    goneAt: webhook?.goneAt?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    lastSentAt: webhook?.lastSentAt?.toISOString() ?? null,
    ...counts,
    isReachable: site.url !== null,
    preview: site.url === null ? { ...preview, picture: null } : preview,
    summary,
  };
}

type Actor = AuditActor & { id: string };

const auditOf = (webhook: Pick<queries.WebhookRow, 'webhookId' | 'isOn'> | undefined) =>
  webhook ? { webhook: webhook.webhookId, on: webhook.isOn } : { webhook: null, on: false };

/**
 * Turns announcements on or off, and saves another webhook if `url` is given. What waited is dropped when they are turned off.
 * @throws Problem DISCORD_WEBHOOK_MISSING, BAD_INPUT
 */
export async function changePosts(
  deps: PostingDeps,
  { isOn, url }: { isOn: boolean; url?: string | undefined },
  by: Actor,
): Promise<void> {
  const given = url === undefined ? null : readWebhookAddress(url);
  if (url !== undefined && given === null) throw new Problem('BAD_INPUT', { fields: { url: 'Enter a webhook URL.' } });
  await deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockWebhook(trx);
    if (!given && !was) throw new Problem('DISCORD_WEBHOOK_MISSING');
    if (given) {
      const sealedToken = sealOf(deps).seal(given.token, ownerOf(given.id));
      await queries.putWebhook(trx, { webhookId: given.id, sealedToken, isOn });
    } else await queries.setWebhook(trx, { isOn, ...(isOn ? { goneAt: null } : {}) });
    if (!isOn) await queries.dropWaiting(trx);
    const is = { webhookId: given?.id ?? was?.webhookId ?? '', isOn };
    const before = auditOf(was);
    const after = auditOf(is);
    // A new token of the same webhook is a change too, although neither of them is logged.
    const isChanged = given !== null || before.on !== after.on;
    if (!isChanged) return;
    const replaced = given !== null && was !== undefined ? { urlReplaced: true } : {};
    await writeAudit(trx, {
      at: deps.now(),
      actor: by,
      action: 'discord.change',
      subject: SUBJECT,
      before,
      after: { ...after, ...replaced },
    });
  });
}

/** Deletes the webhook and drops what waited. */
export async function deletePosts(deps: PostingDeps, by: Actor): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockWebhook(trx);
    if (!was) return;
    await queries.deleteWebhook(trx);
    await queries.dropWaiting(trx);
    await writeAudit(trx, {
      at: deps.now(),
      actor: by,
      action: 'discord.change',
      subject: SUBJECT,
      before: auditOf(was),
      after: auditOf(undefined),
    });
  });
}

/** Turns announcements off after Discord has reported that the webhook is gone, and emails the administrators, once. */
const turnOff = async (deps: PostingDeps, webhookId: string): Promise<void> => {
  const { db, now } = deps;
  // Emails need the settings; reading them inside the transaction would take a second connection.
  await deps.settings.get();
  await db.transaction().execute(async (trx) => {
    const webhook = await queries.lockWebhook(trx);
    // In the meantime an administrator may have saved another webhook, or another process may have been here.
    if (!webhook || webhook.webhookId !== webhookId || webhook.goneAt !== null) return;
    await queries.setWebhook(trx, { isOn: false, goneAt: now() });
    // A test message may find it out while announcements are off.
    if (!webhook.isOn) return;
    await writeAudit(trx, {
      at: now(),
      actor: SITE,
      action: 'discord.turn-off',
      subject: SUBJECT,
      before: auditOf(webhook),
      after: { ...auditOf({ webhookId, isOn: false }), reason: 'Discord reported that the webhook was deleted.' },
    });
    const link = `${deps.publicUrl()}/admin/settings/extras`;
    for (const { email, username } of await queries.findAdministratorMails(trx, now()))
      await sendNotice(deps, trx, { email, name: username }, { kind: 'discord-off', link });
  });
};

const later = ({ now }: PostingDeps, waitMs: number): Date => new Date(now().getTime() + waitMs);

/** Applies what Discord's answer says about the webhook. @returns whether more can be sent now */
const settleWebhook = async (deps: PostingDeps, webhookId: string, delivery: Delivery): Promise<boolean> => {
  const { db, now } = deps;
  switch (delivery.outcome) {
    case 'sent': {
      const { waitMs } = delivery;
      await queries.setWebhook(db, {
        lastSentAt: now(),
        inDoubt: false,
        ...(waitMs > 0 ? { pausedUntil: later(deps, waitMs) } : {}),
      });
      return waitMs === 0;
    }
    case 'wait':
      await queries.setWebhook(db, { pausedUntil: later(deps, delivery.waitMs) });
      return false;
    case 'gone':
      await turnOff(deps, webhookId);
      return false;
    case 'unknown':
      await queries.setWebhook(db, { inDoubt: true, pausedUntil: later(deps, DOUBT_MS) });
      return false;
    case 'away':
      return false;
    case 'refused':
      return true;
  }
};

/**
 * Sends the test message.
 * @throws Problem DISCORD_WEBHOOK_MISSING, DISCORD_WEBHOOK_GONE, DISCORD_AWAY, TOO_MANY_REQUESTS
 */
export async function sendTest(deps: PostingDeps): Promise<void> {
  const webhook = await queries.findWebhook(deps.db);
  if (!webhook) throw new Problem('DISCORD_WEBHOOK_MISSING');
  const waitMs = (webhook.pausedUntil?.getTime() ?? 0) - deps.now().getTime();
  if (waitMs > 0) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const address = openAddress(deps, webhook);
  if (!address) throw new Problem('DISCORD_WEBHOOK_GONE');
  const delivery = await deps.discordWebhooks.send(address, testPost(await readSite(deps)));
  // A test message that got lost says nothing about the announcements.
  if (delivery.outcome !== 'unknown') await settleWebhook(deps, webhook.webhookId, delivery);
  if (delivery.outcome === 'sent') return;
  if (delivery.outcome === 'gone') throw new Problem('DISCORD_WEBHOOK_GONE');
  if (delivery.outcome === 'wait')
    throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(delivery.waitMs / 1000) });
  throw new Problem('DISCORD_AWAY');
}

/** Whether messages can be sent now. After a message that may have been lost, Discord has to answer first. */
const isReady = async (deps: PostingDeps, webhook: queries.WebhookRow, address: WebhookAddress): Promise<boolean> => {
  const { db, now } = deps;
  // A wait that is too long was set while the clock ran ahead.
  const waitMs = (webhook.pausedUntil?.getTime() ?? 0) - now().getTime();
  if (waitMs > 0 && waitMs <= 25 * HOUR_MS) return false;
  if (!webhook.inDoubt) return true;
  const found = await deps.discordWebhooks.look(address);
  if (found === 'gone') await turnOff(deps, webhook.webhookId);
  if (found === 'there') await queries.setWebhook(db, { inDoubt: false });
  return found === 'there';
};

const states = {
  sent: 'SENT',
  wait: 'WAITING',
  gone: 'WAITING',
  away: 'WAITING',
  refused: 'REFUSED',
  unknown: 'UNCERTAIN',
} as const satisfies Record<Delivery['outcome'], string>;

/** Takes the next posts and sends them in one message. @returns whether there may be more to send now */
const sendNext = async (deps: PostingDeps, webhookId: string, address: WebhookAddress): Promise<boolean> => {
  const { db, log, now } = deps;
  const site = await readSite(deps);
  const assets = await queries.takePosts(db, { ownMost: OWN_MESSAGES_MOST, most: TAKEN_MOST, now: now() });
  const [only] = assets;
  if (!only) return false;
  const message: WebhookMessage = assets.length === 1 ? assetPost(only, site) : summaryPost(assets, site);
  const ids = assets.map(({ id }) => id);
  const delivery = await deps.discordWebhooks.send(address, message);
  const messageId = delivery.outcome === 'sent' ? delivery.messageId : null;
  await queries.settlePosts(db, ids, { state: states[delivery.outcome], messageId });
  if (delivery.outcome === 'refused')
    log.warn({ code: delivery.code, posts: ids.length }, 'Discord refused an announcement; it is not sent again');
  if (delivery.outcome === 'unknown')
    log.warn({ posts: ids.length }, 'an announcement may not have reached Discord; it is not sent again');
  return settleWebhook(deps, webhookId, delivery);
};

/** Sends what waits, as much as Discord allows in a minute. Several processes can do this at the same time. */
export async function sendPosts(deps: PostingDeps, signal: AbortSignal): Promise<void> {
  const { db, now, log } = deps;
  const webhook = await queries.findWebhook(db);
  if (!webhook) return;
  await queries.endStuck(db, new Date(now().getTime() - STUCK_MS));
  await queries.dropWaiting(db, new Date(now().getTime() - STALE_MS));
  if (!webhook.isOn) return;
  await queries.dropHidden(db, now());
  const address = openAddress(deps, webhook);
  if (!address) {
    log.warn({}, "the Discord webhook can't be decrypted: save its URL again in the settings");
    return;
  }
  if (!(await isReady(deps, webhook, address))) return;
  for (let sent = 0; sent < MESSAGES_A_RUN; sent += 1) {
    if (signal.aborted) return;
    if (!(await sendNext(deps, webhook.webhookId, address))) return;
  }
}
