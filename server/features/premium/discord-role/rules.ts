// Pure functions for the Discord integration. No I/O.
import { createPublicKey, verify } from 'node:crypto';
import { filePath, selectionId } from '#contract/downloads/api.ts';
import { TICKET_FIRST_USE_SECONDS } from '#contract/downloads/limits.ts';
import { uuid } from '#contract/http.ts';
import { parseDirectDownload, resourcePath } from '#contract/paths.ts';

/** Job key: at most one role job is pending per Discord id. */
export function roleKey(discordId: string): string {
  return `chat role ${discordId}`;
}

/** The guild whose members are counted: the bot's guild, or without a bot, the guild that the invite leads to. */
export type CountedGuild = { key: string; inviteCode: string | null };

const INVITE_CODE = /^[\w-]{2,64}$/;

/** Code of a Discord invite; null for any other URL. */
export function inviteCodeOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const [, code] =
    (hostname === 'discord.gg' && /^\/([^/]+)\/?$/.exec(pathname)) ||
    (/^(?:www\.)?discord\.com$/.test(hostname) && /^\/invite\/([^/]+)\/?$/.exec(pathname)) ||
    [];
  return code !== undefined && INVITE_CODE.test(code) ? code : null;
}

/** The guild whose members are counted; null if there is neither a bot nor a valid invite. */
export function countedGuildOf(
  { bot }: { bot: { guildId: string } | null },
  chatInviteUrl: string | null,
): CountedGuild | null {
  if (bot) return { key: `guild ${bot.guildId}`, inviteCode: null };
  const inviteCode = inviteCodeOf(chatInviteUrl);
  return inviteCode === null ? null : { key: `invite ${inviteCode}`, inviteCode };
}

/** Maximum difference between a message's timestamp and the site's clock. */
const SIGNED_WITHIN_MS = 5 * 60_000;

/**
 * Verifies that a message was signed recently with the application's key (discord.com/developers/docs/interactions).
 * @param publicKey 32 bytes in hexadecimal
 */
export function isSignedMessage(
  publicKey: string,
  { timestamp, signature, body }: { timestamp: unknown; signature: unknown; body: Buffer },
  now: Date,
): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > SIGNED_WITHIN_MS) return false;
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
}

/** What a link given to the command refers to: a resource, and optionally a file or selection in it. */
export type NamedResource = { id: string; file: string | undefined; selection: string | undefined };

/** These patterns find a resource's id in the paths of its downloads and of its page. */
const ID_IN_CAPITALS = /(?<=^\/(?:direct-download|api\/uploads)\/)[0-9a-f-]{36}/i;
const RESOURCE_PATH = /^\/(?:resources|download)\/([^/]+)\/?$/;

/**
 * Finds the resource that the text refers to: by id, or by any of its URLs on this site, with or without scheme and host. Returns
 * null for any other text, including URLs of other sites.
 */
export function readNamedResource(text: string, publicUrl: string): NamedResource | null {
  // People paste links in angle brackets, which suppress Discord's preview.
  const given = text.trim().replace(/^<(.*)>$/, '$1');
  const id = given.toLowerCase();
  if (uuid.safeParse(id).success) return { id, file: undefined, selection: undefined };
  const url = addressOn(given, publicUrl);
  if (!url) return null;
  const path = url.pathname === '/ad-page' ? url.searchParams.get('destination') : url.pathname + url.search;
  const found = readPath(path ?? '', publicUrl);
  return found && isWellFormed(found) ? found : null;
}

const isWellFormed = ({ id, file, selection }: NamedResource): boolean =>
  uuid.safeParse(id).success &&
  filePath.optional().safeParse(file).success &&
  selectionId.optional().safeParse(selection).success;

const addressOn = (given: string, publicUrl: string): URL | null => {
  const site = new URL(publicUrl);
  const whole = given.startsWith(`${site.host}/`) ? `${site.protocol}//${given}` : given;
  if (!URL.canParse(whole, publicUrl)) return null;
  const url = new URL(whole, publicUrl);
  return url.host === site.host && /^https?:$/.test(url.protocol) ? url : null;
};

const readPath = (path: string, publicUrl: string): NamedResource | null => {
  // Ids are lowercase, but users may paste them in capitals.
  const direct = parseDirectDownload(path.replace(ID_IN_CAPITALS, (id) => id.toLowerCase()));
  if (direct) return direct;
  if (!URL.canParse(path, publicUrl)) return null;
  const { pathname, searchParams } = new URL(path, publicUrl);
  const id = RESOURCE_PATH.exec(pathname)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  return { id, file: searchParams.get('file') ?? undefined, selection: searchParams.get('selection') ?? undefined };
};

const FIRST_USE_MINUTES = TICKET_FIRST_USE_SECONDS / 60;

/** Replies of the bypass command. Each tells the user what to do and where. */
export const bypassReplies = {
  link: (address: string) =>
    `Here is your direct link. Only you can use it: open it within ${FIRST_USE_MINUTES} minutes in a browser where you are logged in.\n${address}`,
  notLinked: (site: string) =>
    `Your Discord account isn't linked to an account on this site. Link it on your dashboard, then try again: ${site}/dashboard`,
  notPremium: (site: string) => `This command is for Premium members. See what Premium includes: ${site}/premium`,
  suspended: () => 'Your account on this site is suspended.',
  noResource: (site: string) =>
    `This is not a link to an asset. Copy the link to the asset's page, which starts with ${site}${resourcePath('')}`,
  notFound: (site: string) =>
    `This asset doesn't exist or isn't public right now. Browse all assets: ${site}/resources`,
  fileNotFound: (address: string) => `This file is no longer part of the asset. See its current files: ${address}`,
  tooLong: (address: string) => `The link to this file is too long for Discord. Download it from its page: ${address}`,
  tooMany: (minutes: number) =>
    `You have reached the hourly limit for links. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  maintenance: () => 'The site is down for maintenance. Please try again later.',
  failed: () => 'Something went wrong. Please try again later.',
  unknown: (site: string) => `Unknown command. See what the site offers at ${site}`,
};
