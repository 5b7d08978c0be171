// Decisions about the chat service without I/O.
import { createPublicKey, verify } from 'node:crypto';
import { filePath, selectionId } from '#contract/downloads/api.ts';
import { TICKET_FIRST_USE_SECONDS } from '#contract/downloads/limits.ts';
import { uuid } from '#contract/http.ts';
import { parseDirectDownload, resourcePath } from '#contract/paths.ts';

/** One job at a time waits for each id. */
export function roleKey(discordId: string): string {
  return `chat role ${discordId}`;
}

/** The guild that is counted: the bot's own, else the one that an invite leads to. */
export type CountedGuild = { key: string; inviteCode: string | null };

const INVITE_CODE = /^[\w-]{2,64}$/;

/** The code in an invite of the chat service; null for every other address. */
export function inviteCodeOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const [, code] =
    (hostname === 'discord.gg' && /^\/([^/]+)\/?$/.exec(pathname)) ||
    (/^(?:www\.)?discord\.com$/.test(hostname) && /^\/invite\/([^/]+)\/?$/.exec(pathname)) ||
    [];
  return code !== undefined && INVITE_CODE.test(code) ? code : null;
}

/** Which guild is counted; null for none. */
export function countedGuildOf(
  { bot }: { bot: { guildId: string } | null },
  chatInviteUrl: string | null,
): CountedGuild | null {
  if (bot) return { key: `guild ${bot.guildId}`, inviteCode: null };
  const inviteCode = inviteCodeOf(chatInviteUrl);
  return inviteCode === null ? null : { key: `invite ${inviteCode}`, inviteCode };
}

/** How far the clock of a message may be from the site's own. */
const SIGNED_WITHIN_MS = 5 * 60_000;

/**
 * Whether a message was signed with the application's key, and lately (discord.com/developers/docs/interactions).
 * @param publicKey 32 bytes in hexadecimal digits
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

/** What a link that somebody gives the command leads to. */
export type NamedResource = { id: string; file: string | undefined; selection: string | undefined };

/** Pages of one resource, and the addresses of its downloads. */
const ID_IN_CAPITALS = /(?<=^\/(?:direct-download|api\/uploads)\/)[0-9a-f-]{36}/i;
const RESOURCE_PATH = /^\/(?:resources|download)\/([^/]+)\/?$/;

/**
 * Reads which resource is meant: by its id, or by any address of it on this site, with or without what stands before the path.
 * Null for everything else, other sites included.
 */
export function readNamedResource(text: string, publicUrl: string): NamedResource | null {
  // People paste addresses in the brackets that keep the chat service from showing a preview.
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
  // Ids are written in small letters; people's keyboards may not.
  const direct = parseDirectDownload(path.replace(ID_IN_CAPITALS, (id) => id.toLowerCase()));
  if (direct) return direct;
  if (!URL.canParse(path, publicUrl)) return null;
  const { pathname, searchParams } = new URL(path, publicUrl);
  const id = RESOURCE_PATH.exec(pathname)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  return { id, file: searchParams.get('file') ?? undefined, selection: searchParams.get('selection') ?? undefined };
};

const FIRST_USE_MINUTES = TICKET_FIRST_USE_SECONDS / 60;

/** What the command answers; each says what to do and where. */
export const bypassReplies = {
  link: (address: string) =>
    `Your direct link, for you alone: open it within ${FIRST_USE_MINUTES} minutes in a browser where you are signed in.\n${address}`,
  notLinked: (site: string) =>
    `Your Discord account is not linked to an account of the site. Link it on your dashboard, then ask again: ${site}/dashboard`,
  notPremium: (site: string) => `This command is for Premium members. See what Premium gives: ${site}/premium`,
  suspended: () => 'Your account on the site is suspended.',
  noResource: (site: string) =>
    `This is no address of a resource. Copy the one of its page, which begins with ${site}${resourcePath('')}`,
  notFound: (site: string) =>
    `This resource does not exist, or is not public at the moment. Find others here: ${site}/resources`,
  fileNotFound: (address: string) => `This file is not part of the resource any more. See what is: ${address}`,
  tooLong: (address: string) => `The link to this file is too long for the chat. Download it from its page: ${address}`,
  tooMany: (minutes: number) =>
    `You have asked for as many links as one hour allows. Ask again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  maintenance: () => 'The site is being worked on. Please ask again in a little while.',
  failed: () => 'This did not work. Please ask again in a little while.',
  unknown: (site: string) => `This command is not known here. Everything that the site has is at ${site}`,
};
