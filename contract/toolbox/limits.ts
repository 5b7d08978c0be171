// Numbers of the toolbox, apart from those that visitors' pages share (limits.ts). No imports.

export const TOOLBOX_TOKEN_MINUTES = 15;
/** An open toolbox renews its token this long after the last confirmation. */
export const TOOLBOX_RENEWAL_HOURS = 8;
/** How often the toolbox asks for its servers, and for what one of them measures (specification, section 9). */
export const TOOLBOX_REFRESH_MS = 30_000;
export const TOOLBOX_STATS_MS = 10_000;
export const SERVERS_MAX = 50;
export const SERVER_NAME_MAX_CHARACTERS = 60;
export const SERVER_LOCATION_MAX_CHARACTERS = 80;
export const SERVER_USERNAME_MAX_CHARACTERS = 32;
export const SERVER_PASSWORD_MAX_CHARACTERS = 256;
/** Characters of a private key: the longest RSA keys have some 13,000. */
export const SERVER_KEY_MAX_CHARACTERS = 20_000;
export const SERVER_PATH_MAX_CHARACTERS = 500;
/** The unit that is started and stopped, unless another one is named (product.md TB-2). */
export const SERVER_SERVICE = 'helix';
export const SERVER_STATUSES = ['online', 'offline', 'starting', 'stopping', 'error'] as const;
/**
 * Why a server is in error, or offline: what its connection came to, `sealed` (the site cannot read the credentials any more),
 * `not-contacted` (yet), or what systemd says: `not-told`, `no-service`, `masked`, `failed`.
 */
export const SERVER_REASONS = [
  'host-key',
  'timeout',
  'credentials',
  'unreachable',
  'not-allowed',
  'protocol',
  'too-much',
  'closed',
  'sealed',
  'not-contacted',
  'not-told',
  'no-service',
  'masked',
  'failed',
] as const;
export const SERVER_VERBS = ['start', 'stop', 'restart'] as const;
export const SERVER_PRIORITY_MAX = 1_000_000;
