// The toolbox: servers that administrators monitor, start and stop over SSH (specification, sections 2 to 9; product.md TB).
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { isPlainLine, isVisible } from '#contract/members/api.ts';
import { listQuery } from '#contract/pagination.ts';
import {
  SERVER_KEY_MAX_CHARACTERS,
  SERVER_LOCATION_MAX_CHARACTERS,
  SERVER_NAME_MAX_CHARACTERS,
  SERVER_PASSWORD_MAX_CHARACTERS,
  SERVER_PATH_MAX_CHARACTERS,
  SERVER_PRIORITY_MAX,
  SERVER_REASONS,
  SERVER_STATUSES,
  SERVER_USERNAME_MAX_CHARACTERS,
  type SERVER_VERBS,
  TOOLBOX_TOKEN_MINUTES,
} from './limits.ts';

const measured = z.number().nonnegative().nullable();

/** A server with its latest readings. Values that could not be measured are null. */
export const toolboxServer = z.object({
  id: uuid,
  name: z.string(),
  ip: z.string(),
  port: z.int(),
  location: z.string(),
  /** The SSH user. Passwords and keys are never returned. */
  username: z.string(),
  signsInBy: z.enum(['password', 'key']),
  /** The systemd unit to start and stop. */
  service: z.string(),
  uploadDir: z.string().nullable(),
  status: z.enum(SERVER_STATUSES),
  /** Why the server is offline or in error, as a sentence that may include output from the server. */
  statusReason: z.string().nullable(),
  /** Machine-readable code for `statusReason`; null if no reason is given. */
  reasonCode: z.enum(SERVER_REASONS).nullable(),
  /** Whether a check is running. If so, these values are from an earlier check. Request the list again to get the new ones. */
  isChecking: z.boolean(),
  priority: z.int(),
  isDefault: z.boolean(),
  /** CPU usage in percent, across all processors. */
  cpu: measured,
  /** Memory in use and total memory, in bytes. */
  memory: measured,
  memoryTotal: measured,
  /** Disk space in bytes on the file system that contains `uploadDir`, or `/` if `uploadDir` is not set. */
  diskUsed: measured,
  diskTotal: measured,
  /** Number of files in `uploadDir`; null if it is not set. */
  uploadCount: measured,
  /** Bytes per file type; null if `uploadDir` is not set. */
  files: z.object({ video: z.number(), imagesAndAudio: z.number(), other: z.number() }).nullable(),
  /** When the server last responded. */
  lastPing: timestamp.nullable(),
  /** Fingerprint of the host key pinned on first contact, as `SHA256:…`. */
  hostKey: z.string().nullable(),
  /** If `reasonCode` is `host-key`, the fingerprint of the key that the server currently presents; null if unknown. */
  shownHostKey: z.string().nullable(),
  createdAt: timestamp,
});
export type ToolboxServer = z.infer<typeof toolboxServer>;

export const serverStats = z.object({
  cpu: measured,
  memory: z.object({ used: measured, total: measured }),
  disk: z.object({ used: measured, total: measured }),
  /** Traffic in bytes per second, across all interfaces except loopback. */
  network: z.object({ in: measured, out: measured }),
  /** Seconds since boot. */
  uptime: measured,
  lastUpdated: timestamp,
  /** False if the server did not respond and these are earlier readings. */
  isLive: z.boolean(),
});
export type ServerStats = z.infer<typeof serverStats>;

export const getToolboxToken = endpoint({
  method: 'GET',
  path: '/api/admin/toolbox/token',
  access: 'admin',
  summary: `Returns a token for the toolbox only, valid for ${TOOLBOX_TOKEN_MINUTES} minutes or until the session that requested it ends.`,
  reply: z.object({ token: z.string(), expiresAt: timestamp }),
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'Authentication failed: Unable to get token',
});

const UNUSABLE = 'This contains unsupported characters.';

/** Uses one message for an empty field and another for any other invalid value. */
const orEmpty = (empty: string, wrong: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === '' ? empty : wrong),
});
const address = orEmpty('Enter an IP address.', 'Enter a valid IP address.');
const account = orEmpty('Enter a username.', 'Enter a valid username.');

/** A single line with at least one visible character. */
const label = (max: number, empty: string) =>
  cleanText(max)
    .refine(isPlainLine, UNUSABLE)
    .refine((value) => value.trim() !== '', empty)
    .refine((value) => value.trim() === '' || isVisible(value), 'Enter at least one visible character.');

const isThere = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

const byToken = { access: 'admin', scope: 'toolbox', onlyByToken: true } as const;
const serverParams = z.strictObject({ id: uuid });

export const listServers = endpoint({
  method: 'GET',
  path: '/api/admin/toolbox/servers',
  ...byToken,
  summary:
    "Lists all servers with current readings, highest priority first. Servers that don't respond in time are listed with their last readings.",
  query: z.strictObject(listQuery),
  whole: { search: ['name', 'ip', 'location'], at: 'createdAt' },
  reply: z.object({ servers: z.array(toolboxServer) }),
  fallback: 'Failed to fetch servers. Please try again.',
});

export const addServer = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers',
  ...byToken,
  summary:
    'Adds a server with the password or private key for accessing it. Credentials are stored encrypted and never returned.',
  body: z
    .strictObject({
      name: label(SERVER_NAME_MAX_CHARACTERS, 'Enter a server name.'),
      /** Only IP addresses; host names are not resolved. */
      ip: z.union([z.ipv4(address), z.ipv6(address)], address),
      location: label(SERVER_LOCATION_MAX_CHARACTERS, 'Enter a location.'),
      username: z
        .string(account)
        .max(SERVER_USERNAME_MAX_CHARACTERS, `At most ${SERVER_USERNAME_MAX_CHARACTERS} characters.`)
        .regex(/^[A-Za-z_][A-Za-z0-9._-]*\$?$/, account),
      password: z
        .string()
        .max(SERVER_PASSWORD_MAX_CHARACTERS, 'This password is too long.')
        .regex(/^[^\p{Cc}\p{Cs}]*$/u, UNUSABLE)
        .optional(),
      sshKey: z
        .string()
        .max(SERVER_KEY_MAX_CHARACTERS, 'This key is too long.')
        .regex(/^\P{Cs}*$/u, UNUSABLE)
        .optional(),
      port: z.int().min(1, 'Enter a port from 1 to 65535.').max(65_535, 'Enter a port from 1 to 65535.').optional(),
      service: z
        .string()
        .regex(/^[A-Za-z0-9@._][A-Za-z0-9@._-]{0,63}$/, 'Enter a valid service name.')
        .optional(),
      uploadDir: z
        .string()
        .max(SERVER_PATH_MAX_CHARACTERS, 'This path is too long.')
        .regex(/^(?:\/.*)?$/su, 'The path must start with /.')
        .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, UNUSABLE)
        .optional(),
      /** Non-numeric values count as 0 (specification, section 5). */
      priority: z.union([z.number(), z.string().max(20)]).optional(),
    })
    .refine(({ password, sshKey }) => isThere(password) || isThere(sshKey), {
      path: ['password'],
      // Run this check even if other fields are invalid, so that all errors are reported together.
      when: ({ value }) => typeof value === 'object' && value !== null,
      message: 'Enter a password or a private key.',
    }),
  reply: z.object({ server: toolboxServer }),
  status: 201,
  problems: ['SERVER_ADDRESS', 'SERVER_KEY', 'SERVER_KNOWN', 'SERVERS_FULL'],
  fallback: 'Failed to add server. Please try again.',
});

const act = (verb: (typeof SERVER_VERBS)[number]) =>
  ({
    method: 'POST',
    path: `/api/admin/toolbox/servers/{id}/${verb}`,
    ...byToken,
    params: serverParams,
    reply: z.object({ server: toolboxServer }),
    status: 202,
    problems: ['SERVER_NOT_FOUND', 'SERVER_BUSY'],
    fallback: `Failed to ${verb} server. Please try again.`,
  }) as const;

export const startServer = endpoint({
  ...act('start'),
  path: '/api/admin/toolbox/servers/{id}/start',
  summary: 'Starts the service on a server. The response confirms that the server accepted the command.',
});
export const stopServer = endpoint({
  ...act('stop'),
  path: '/api/admin/toolbox/servers/{id}/stop',
  summary: 'Stops the service on a server. The response confirms that the server accepted the command.',
});
export const restartServer = endpoint({
  ...act('restart'),
  path: '/api/admin/toolbox/servers/{id}/restart',
  summary: 'Restarts the service on a server. The response confirms that the server accepted the command.',
});

export const deleteServer = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/delete',
  ...byToken,
  summary: 'Removes a server and its credentials from the list. The server itself is not affected.',
  params: serverParams,
  reply: z.object({ id: uuid }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to delete server. Please try again.',
});

export const setServerPriority = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/priority/{n}',
  ...byToken,
  summary: `Sets the priority of a server, a whole number from -${SERVER_PRIORITY_MAX} to ${SERVER_PRIORITY_MAX}; servers with a higher priority come first.`,
  params: z.strictObject({
    id: uuid,
    n: z.string().regex(/^-?(?:0|[1-9][0-9]{0,5}|1000000)$/, 'Enter a whole number.'),
  }),
  reply: z.object({ server: toolboxServer }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to update server priority. Please try again.',
});

export const setServerDefault = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/default/{bool}',
  ...byToken,
  summary: 'Makes a server the default, replacing any other, or removes it as the default.',
  params: z.strictObject({ id: uuid, bool: z.enum(['true', 'false']) }),
  reply: z.object({ server: toolboxServer }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to update server default status. Please try again.',
});

/** Accepts the host key that a server currently presents, for example after a reinstall. */
export const forgetHostKey = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/forget-host-key',
  ...byToken,
  summary:
    "Removes a server's pinned host key, for example after the server has been reinstalled. The next connection pins the key the server presents.",
  params: serverParams,
  reply: z.object({ server: toolboxServer }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'The host key could not be removed.',
});

export const getServerStats = endpoint({
  method: 'GET',
  path: '/api/admin/toolbox/servers/{id}/stats',
  ...byToken,
  summary: "Returns a server's live readings, or its last ones if it does not respond.",
  params: serverParams,
  reply: serverStats,
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to fetch servers. Please try again.',
});
