// The toolbox: servers that administrators watch, start and stop over SSH (specification, sections 2 to 9; product.md TB).
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

/** One of the servers, as it was observed last. What could not be measured is null. */
export const toolboxServer = z.object({
  id: uuid,
  name: z.string(),
  ip: z.string(),
  port: z.int(),
  location: z.string(),
  /** Who signs in there. Passwords and keys are never answered. */
  username: z.string(),
  signsInBy: z.enum(['password', 'key']),
  /** The systemd unit that is started and stopped. */
  service: z.string(),
  uploadDir: z.string().nullable(),
  status: z.enum(SERVER_STATUSES),
  /** Why it is in error, or offline, as a sentence; what it said itself may stand in it. */
  statusReason: z.string().nullable(),
  /** The kind of that reason; null without one. */
  reasonCode: z.enum(SERVER_REASONS).nullable(),
  /** It is being looked at, and what is told here is from before: whoever asks again is told what comes of it. */
  isChecking: z.boolean(),
  priority: z.int(),
  isDefault: z.boolean(),
  /** Percent of all processors. */
  cpu: measured,
  /** Bytes in use, and bytes that the machine has. */
  memory: measured,
  memoryTotal: measured,
  /** Bytes of the file system of `uploadDir`, without one of `/`. */
  diskUsed: measured,
  diskTotal: measured,
  /** Files under `uploadDir`; null without one. */
  uploadCount: measured,
  /** Their bytes by kind; null without an `uploadDir`. */
  files: z.object({ video: z.number(), imagesAndAudio: z.number(), other: z.number() }).nullable(),
  /** When it answered last. */
  lastPing: timestamp.nullable(),
  /** Fingerprint of the host key that was pinned at the first contact: `SHA256:…`. */
  hostKey: z.string().nullable(),
  /** While the reason is `host-key`: what it shows in place of that one, to be compared; null when it was not learned. */
  shownHostKey: z.string().nullable(),
  createdAt: timestamp,
});
export type ToolboxServer = z.infer<typeof toolboxServer>;

/** What a server measures at this moment. */
export const serverStats = z.object({
  cpu: measured,
  memory: z.object({ used: measured, total: measured }),
  disk: z.object({ used: measured, total: measured }),
  /** Bytes a second over all networks but the loopback. */
  network: z.object({ in: measured, out: measured }),
  /** Seconds since the machine was started. */
  uptime: measured,
  lastUpdated: timestamp,
  /** Whether these were read just now, and not kept from before. */
  isLive: z.boolean(),
});
export type ServerStats = z.infer<typeof serverStats>;

export const getToolboxToken = endpoint({
  method: 'GET',
  path: '/api/admin/toolbox/token',
  access: 'admin',
  summary: `A token for the toolbox alone, for ${TOOLBOX_TOKEN_MINUTES} minutes; it ends with the sign-in that asked for it.`,
  reply: z.object({ token: z.string(), expiresAt: timestamp }),
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'Authentication failed: Unable to get token',
});

const UNUSABLE = 'This contains characters that cannot be used.';

/** One message for a field that was left empty, and one for all else that it cannot be. */
const orEmpty = (empty: string, wrong: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === '' ? empty : wrong),
});
const address = orEmpty('Enter the IP address.', 'This is not an IP address.');
const account = orEmpty('Enter the name of the account.', 'This is not the name of an account.');

/** One line that can be seen. */
const label = (max: number, empty: string) =>
  cleanText(max)
    .refine(isPlainLine, UNUSABLE)
    .refine((value) => value.trim() !== '', empty)
    .refine((value) => value.trim() === '' || isVisible(value), 'This needs a character that can be seen.');

const isThere = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

const byToken = { access: 'admin', scope: 'toolbox', onlyByToken: true } as const;
const serverParams = z.strictObject({ id: uuid });

export const listServers = endpoint({
  method: 'GET',
  path: '/api/admin/toolbox/servers',
  ...byToken,
  summary:
    'All servers as they are by now, highest priority first; what does not answer in time is told as it was last.',
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
    'Adds a server, which is reached with a password or a private key. Both are kept encrypted and never answered.',
  body: z
    .strictObject({
      name: label(SERVER_NAME_MAX_CHARACTERS, 'Name the server.'),
      /** An address in numbers: nothing is looked up. */
      ip: z.union([z.ipv4(address), z.ipv6(address)], address),
      location: label(SERVER_LOCATION_MAX_CHARACTERS, 'Say where it is.'),
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
      port: z.int().min(1, 'Ports are 1 to 65535.').max(65_535, 'Ports are 1 to 65535.').optional(),
      service: z
        .string()
        .regex(/^[A-Za-z0-9@._][A-Za-z0-9@._-]{0,63}$/, 'This is not the name of a service.')
        .optional(),
      uploadDir: z
        .string()
        .max(SERVER_PATH_MAX_CHARACTERS, 'This path is too long.')
        .regex(/^(?:\/.*)?$/su, 'A path begins with /.')
        .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, UNUSABLE)
        .optional(),
      /** What is no number counts as 0 (specification, section 5). */
      priority: z.union([z.number(), z.string().max(20)]).optional(),
    })
    .refine(({ password, sshKey }) => isThere(password) || isThere(sshKey), {
      path: ['password'],
      // Told together with what is wrong in other fields.
      when: ({ value }) => typeof value === 'object' && value !== null,
      message: 'Give a password or a private key.',
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
  summary: 'Starts the service of a server; it has taken the order when this is answered.',
});
export const stopServer = endpoint({
  ...act('stop'),
  path: '/api/admin/toolbox/servers/{id}/stop',
  summary: 'Stops the service of a server; it has taken the order when this is answered.',
});
export const restartServer = endpoint({
  ...act('restart'),
  path: '/api/admin/toolbox/servers/{id}/restart',
  summary: 'Restarts the service of a server; it has taken the order when this is answered.',
});

export const deleteServer = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/delete',
  ...byToken,
  summary: 'Takes a server off the list, with its credentials. Nothing happens on the server itself.',
  params: serverParams,
  reply: z.object({ id: uuid }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to delete server. Please try again.',
});

export const setServerPriority = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/priority/{n}',
  ...byToken,
  summary: `Sets the priority of a server, a whole number from -${SERVER_PRIORITY_MAX} to ${SERVER_PRIORITY_MAX}; higher ones come first.`,
  params: z.strictObject({
    id: uuid,
    n: z.string().regex(/^-?(?:0|[1-9][0-9]{0,5}|1000000)$/, 'This must be a whole number.'),
  }),
  reply: z.object({ server: toolboxServer }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to update server priority. Please try again.',
});

export const setServerDefault = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/default/{bool}',
  ...byToken,
  summary: 'Makes a server the default one, in place of any other, or takes that away.',
  params: z.strictObject({ id: uuid, bool: z.enum(['true', 'false']) }),
  reply: z.object({ server: toolboxServer }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to update server default status. Please try again.',
});

/** Trusts the key that a server shows now: for one that was set up anew. */
export const forgetHostKey = endpoint({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/forget-host-key',
  ...byToken,
  summary: 'Forgets the pinned host key of a server that was set up anew; the next contact pins the one that it shows.',
  params: serverParams,
  reply: z.object({ server: toolboxServer }),
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'The host key could not be forgotten.',
});

export const getServerStats = endpoint({
  method: 'GET',
  path: '/api/admin/toolbox/servers/{id}/stats',
  ...byToken,
  summary: 'What a server measures now; the last figures when it does not answer.',
  params: serverParams,
  reply: serverStats,
  problems: ['SERVER_NOT_FOUND'],
  fallback: 'Failed to fetch servers. Please try again.',
});
