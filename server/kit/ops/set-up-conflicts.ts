// Variables that cannot stand together, or not alone: one sentence each, without any value.
import { isLoopbackName } from '#server/kit/security/loopback.ts';

type Values = Readonly<Record<string, string | number | undefined>>;

export const HOW_TO_MAKE_A_KEY = 'openssl rand -base64 32 makes one, to be kept with the backups';

const originOf = (address: unknown): string => new URL(String(address)).origin;

/** `[with, without]`: the first is of no use without the second. */
const idle: [string, string][] = [
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['PATREON_CREATOR_REFRESH_TOKEN', 'PATREON_CREATOR_TOKEN'],
  ['DISCORD_PREMIUM_ROLE_ID', 'DISCORD_BOT_TOKEN'],
];
const needed: [string, string][] = [
  ['DATABASE_URL', 'SECRET_KEY'],
  ['PATREON_CREATOR_TOKEN', 'PATREON_CAMPAIGN_ID'],
  ['DISCORD_BOT_TOKEN', 'DISCORD_CLIENT_ID'],
];
const together: [string, string][] = [['DISCORD_BOT_TOKEN', 'DISCORD_GUILD_ID']];
/** A process without a port has work to do, is watched elsewhere, and does not know the site's address by itself. */
const withoutPort = ['OPS_PORT', 'PUBLIC_URL'];

/** What is wrong with variables that are right by themselves; null when they go together. */
export function findConflict(value: Values): string | null {
  const [isSet, isMissing] = [(name: string) => value[name] !== undefined, (name: string) => value[name] === undefined];
  const half = together.find(([one, other]) => isSet(one) !== isSet(other));
  if (half) return `The variables ${half[0]} and ${half[1]} are needed together.`;
  const lacking = needed.find(([one, other]) => isSet(one) && isMissing(other));
  if (lacking) {
    const how = lacking[1] === 'SECRET_KEY' ? `: ${HOW_TO_MAKE_A_KEY}` : '';
    return `The variable ${lacking[1]} is required together with ${lacking[0]}${how}.`;
  }
  const useless = idle.find(([one, other]) => isSet(one) && isMissing(other));
  if (useless) return `The variable ${useless[0]} is of use only together with ${useless[1]}.`;
  if (value.PORT === 'off') {
    if (value.WORKERS === 0) return 'The variable WORKERS must be 1 or more where PORT is off.';
    const missing = withoutPort.find(isMissing);
    if (missing) return `The variable ${missing} is required where PORT is off.`;
  }
  if (value.OPS_PORT !== undefined && value.OPS_PORT !== 0 && value.OPS_PORT === value.PORT)
    return 'The variable OPS_PORT must be another port than PORT.';
  if (value.RATE_LIMITS === 'off' && !isLoopbackName(String(value.HOST)))
    return 'The variable RATE_LIMITS may be off only when HOST is a loopback address.';
  if (isSet('OUTGOING_STAND_IN') && value.NODE_ENV === 'production')
    return 'The variable OUTGOING_STAND_IN is for development and tests: not for production.';
  if (isSet('API_URL') && isSet('PUBLIC_URL') && originOf(value.API_URL) !== originOf(value.PUBLIC_URL))
    return 'The variable API_URL must lie under the same scheme, host and port as PUBLIC_URL.';
  return null;
}

/** Whether an address is that of a whole site: a scheme and a host, and nothing behind it but a slash. */
export function isSiteAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return `${search}${hash}${username}${password}` === '' && /^\/+$/.test(pathname);
}

export function hasHost(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname !== '';
}
