// Toolbox constants, except those shared with public pages (contract/limits.ts). No imports.

export const TOOLBOX_TOKEN_MINUTES = 15;
/** How long after the last confirmation an open toolbox can renew its token. */
export const TOOLBOX_RENEWAL_HOURS = 8;
/** Polling intervals for the server list and for live stats (specification, section 9). */
export const TOOLBOX_REFRESH_MS = 30_000;
export const TOOLBOX_STATS_MS = 10_000;
export const SERVERS_MAX = 50;
export const SERVER_NAME_MAX_CHARACTERS = 60;
export const SERVER_LOCATION_MAX_CHARACTERS = 80;
export const SERVER_USERNAME_MAX_CHARACTERS = 32;
export const SERVER_PASSWORD_MAX_CHARACTERS = 256;
/** Maximum length of a private key; the longest RSA keys have about 13,000 characters. */
export const SERVER_KEY_MAX_CHARACTERS = 20_000;
export const SERVER_PATH_MAX_CHARACTERS = 500;
/** Default systemd unit to start and stop (product.md TB-2). */
export const SERVER_SERVICE = 'helix';
export const SERVER_STATUSES = ['online', 'offline', 'starting', 'stopping', 'error'] as const;
/**
 * Why a server is offline or in error. `sealed` means that its credentials can no longer be decrypted. `not-contacted` means that
 * no connection has been attempted yet. `not-told`, `no-service`, `masked` and `failed` depend on the state that systemd reports.
 * All other reasons are outcomes of a connection attempt.
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
