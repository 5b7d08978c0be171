// Checks for environment variables that contradict or require each other. Each conflict is one sentence that contains no
// values.
import { isLoopbackName } from '#server/kit/security/loopback.ts';

type Values = Readonly<Record<string, string | number | undefined>>;

export const HOW_TO_MAKE_A_KEY = 'create one with openssl rand -base64 32 and keep it with the backups';

const originOf = (address: unknown): string => new URL(String(address)).origin;

/** `[variable, required]`: the first has no effect without the second. */
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
/**
 * Variables that are required if PORT is not set, because a process without PORT is monitored on another port and cannot derive
 * the site's address.
 */
const withoutPort = ['OPS_PORT', 'PUBLIC_URL'];

/** The first conflict between individually valid variables, as a sentence; null when there are no conflicts. */
export function findConflict(value: Values): string | null {
  const [isSet, isMissing] = [(name: string) => value[name] !== undefined, (name: string) => value[name] === undefined];
  const half = together.find(([one, other]) => isSet(one) !== isSet(other));
  if (half) return `The variables ${half[0]} and ${half[1]} must be set together.`;
  const lacking = needed.find(([one, other]) => isSet(one) && isMissing(other));
  if (lacking) {
    const how = lacking[1] === 'SECRET_KEY' ? `: ${HOW_TO_MAKE_A_KEY}` : '';
    return `The variable ${lacking[1]} is required when ${lacking[0]} is set${how}.`;
  }
  const useless = idle.find(([one, other]) => isSet(one) && isMissing(other));
  if (useless) return `The variable ${useless[0]} has no effect without ${useless[1]}.`;
  if (value.PORT === 'off') {
    if (value.WORKERS === 0) return 'The variable WORKERS must be 1 or more when PORT is off.';
    const missing = withoutPort.find(isMissing);
    if (missing) return `The variable ${missing} is required when PORT is off.`;
  }
  if (value.OPS_PORT !== undefined && value.OPS_PORT !== 0 && value.OPS_PORT === value.PORT)
    return 'The variable OPS_PORT must differ from PORT.';
  if (value.RATE_LIMITS === 'off' && !isLoopbackName(String(value.HOST)))
    return 'The variable RATE_LIMITS may be off only when HOST is a loopback address.';
  if (isSet('OUTGOING_STAND_IN') && value.NODE_ENV === 'production')
    return 'The variable OUTGOING_STAND_IN is for development and tests; remove it in production.';
  if (isSet('API_URL') && isSet('PUBLIC_URL') && originOf(value.API_URL) !== originOf(value.PUBLIC_URL))
    return 'The variable API_URL must have the same scheme, host and port as PUBLIC_URL.';
  return null;
}

/** Whether an address is the root of a site: scheme and host, with nothing but slashes after them. */
export function isSiteAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return `${search}${hash}${username}${password}` === '' && /^\/+$/.test(pathname);
}

export function hasHost(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname !== '';
}
