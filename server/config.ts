// The only file that reads the environment. Every variable is validated here and has one documented default.
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { findMisspelt } from '#server/kit/ops/misspelt.ts';
import { findConflict, HOW_TO_MAKE_A_KEY, hasHost, isSiteAddress } from '#server/kit/ops/set-up-conflicts.ts';
import { isFrontNetwork, isNumericNetwork } from '#server/kit/outgoing/named-networks.ts';
import { defaultDataFolder } from '#server/kit/postgres/files.ts';
import { isLocalSetUp, isLoopbackName } from '#server/kit/security/loopback.ts';
import { withSecretFiles } from '#server/kit/security/secret-files.ts';
import { readStorages, type StoragesSetUp, StorageUrlError } from '#server/kit/storage/settings.ts';
import type { CampaignSetUp, GuildSetUp, ProviderSetUp } from './provider-set-up.ts';

/** One of a few words; the error message lists all of them. */
const oneOf = <const Words extends readonly [string, string, ...string[]]>(words: Words) =>
  z.enum(words, `it must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `it must be an address such as ${example}` });
const flag = oneOf(['on', 'off']);
/** A whole number, digits only. Number() alone would read spaces as 0. */
const whole = (least: number, most: number) => {
  const said = `it must be a number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, said)
    .transform(Number)
    .pipe(z.number().min(least, said).max(most, said));
};

const networks = z
  .string()
  .refine(
    (text) => text.split(',').every((part) => isFrontNetwork(part.trim())),
    'it must list addresses or networks of front servers, separated by commas',
  );

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const postgres = z
  .url({ protocol: /^postgres(ql)?$/, error: 'it must be an address such as postgres://user:password@host/database' })
  .optional();
const credential = z.string().max(500, 'it has more than 500 characters').optional();
/** A Discord ID. */
const snowflake = z
  .string()
  .regex(/^\d{1,20}$/, 'it must be a number')
  .optional();
/** Base URL of a local fake for a provider. */
const base = address(/^https?$/, 'http://127.0.0.1:9000').optional();

const environment = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  PORT: z.union([z.literal('off'), whole(0, 65_535)], 'it must be a number from 0 to 65535, or off').default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address(/^https?$/, 'https://helix.example')
    .refine(isSiteAddress, 'it must be a scheme and a host without a path, such as https://helix.example')
    .optional(),
  API_URL: address(/^https?$/, 'https://helix.example/api').optional(),
  TRUST_PROXY: networks.optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: postgres,
  DATABASE_OWNER_URL: postgres,
  DATABASE_DIRECT_URL: postgres,
  REDIS_URL: address(/^rediss?$/, 'redis://localhost:6379')
    .refine(hasHost, 'it has no host')
    .optional(),
  STORAGE_URL: z.string().optional(),
  STORAGE_KEY_ID: credential,
  STORAGE_SECRET: credential,
  STORAGE_URL_OLD: z.string().optional(),
  STORAGE_KEY_ID_OLD: credential,
  STORAGE_SECRET_OLD: credential,
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@mail.example:587')
    .refine(hasHost, 'it has no host')
    .optional(),
  SECRET_KEY: z.string().min(32, `it must have at least 32 characters; ${HOW_TO_MAKE_A_KEY}`).optional(),
  SECRET_KEY_OLD: z
    .string()
    .refine(
      (text) => listOf(text).every((key) => key.length >= 32),
      'each key must have at least 32 characters, as it did when it was SECRET_KEY',
    )
    .optional(),
  TOOLBOX_NETWORKS: z
    .string()
    .refine(
      (text) => listOf(text).every(isNumericNetwork),
      'it must list networks such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  GOOGLE_CLIENT_ID: credential,
  GOOGLE_CLIENT_SECRET: credential,
  GOOGLE_BASE: base,
  DISCORD_CLIENT_ID: credential,
  DISCORD_CLIENT_SECRET: credential,
  DISCORD_BASE: base,
  PATREON_CLIENT_ID: credential,
  PATREON_CLIENT_SECRET: credential,
  PATREON_BASE: base,
  PATREON_CAMPAIGN_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'it must be a number')
    .optional(),
  PATREON_CREATOR_TOKEN: credential,
  PATREON_CREATOR_REFRESH_TOKEN: credential,
  PATREON_WEBHOOK_SECRET: credential,
  DISCORD_BOT_TOKEN: credential,
  DISCORD_GUILD_ID: snowflake,
  DISCORD_PREMIUM_ROLE_ID: snowflake,
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'it must have 64 hexadecimal digits')
    .optional(),
  OUTGOING_STAND_IN: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}$/, 'it must be http://127.0.0.1 with a port')
    .refine(URL.canParse, 'its port must be 65535 or less')
    .optional(),
  ACCEL_PREFIX: z
    .string()
    .regex(/^\/(?:.*\/)?$/, 'it must be a path that starts and ends with a slash, such as /_protected/')
    .optional(),
  FFMPEG_PATH: z.string().min(1).optional(),
  SEVENZIP_PATH: z.string().min(1).optional(),
  PDFTOPPM_PATH: z.string().min(1).optional(),
  OPS_PORT: whole(0, 65_535).optional(),
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  WORKERS: whole(0, 32).default(2),
  STOP_DELAY: whole(0, 60).default(0),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  RATE_LIMITS: flag.default('on'),
  DEMO: oneOf(['auto', 'off', 'force']).default('auto'),
  NEWER_DATABASE: oneOf(['refuse', 'accept']).default('refuse'),
});

/** Configuration of one server process. `publicUrl` has no trailing slash; for `demo`, see wantsDemo. */
export type Config = StoragesSetUp & {
  mode: 'production' | 'development' | 'test';
  projectDir: string;
  /** Null for a process that only runs jobs and does not serve visitors. */
  port: number | null;
  host: string;
  publicUrl: string | null;
  apiUrl: string | null;
  trustProxy: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Connection URL of the database's owner, if the site itself connects as a less privileged role. */
  databaseOwnerUrl: string | null;
  /** URL that connects to the same database without the connection pooler, for features that need a session. */
  databaseDirectUrl: string | null;
  /** URL of the Redis server that relays socket messages between processes; null if there is only one process. */
  redisUrl: string | null;
  smtpUrl: string | null;
  secretKey: string | null;
  /** Previous keys, needed to decrypt data sealed with them. */
  oldSecretKeys: readonly string[];
  /** Private networks that the toolbox may connect to. */
  toolboxNetworks: readonly string[];
  providers: { google: ProviderSetUp | null; discord: ProviderSetUp | null; patreon: ProviderSetUp | null };
  campaign: CampaignSetUp;
  guild: GuildSetUp;
  /** Server that answers requests to `.example` hosts during development; null if not configured. */
  outgoingStandIn: string | null;
  accelPrefix: string | null;
  /** Path of ffmpeg; ffprobe must be next to it. If null, both are looked up in PATH. */
  ffmpegPath: string | null;
  /** Paths of 7zz, and of pdftoppm with pdfinfo next to it. As above. */
  sevenZipPath: string | null;
  pdftoppmPath: string | null;
  opsPort: number | null;
  opsHost: string;
  workers: number;
  /** How long a stopping process keeps serving requests while /readyz reports that it is draining. */
  stopDelaySeconds: number;
  logLevel: string;
  rateLimits: boolean;
  /** Whether only this machine can reach the site. If false, demo accounts do not work. */
  isLocal: boolean;
  demo: 'auto' | 'off' | 'force';
  /** Whether to start with a database that a newer version has migrated. */
  acceptNewerDatabase: boolean;
  /** Warnings about ignored variables whose names resemble known ones. */
  misspelt: readonly string[];
};

/** Whether the first start creates demo content (product.md PL-7). By default, only if other machines cannot reach the site. */
export function wantsDemo(config: Config): boolean {
  if (config.demo === 'force') return true;
  if (config.demo === 'off' || config.databaseUrl) return false;
  return config.isLocal;
}

/** A provider's configuration; null if it has no credentials. Plain http is only allowed for a fake on this machine. */
const providerOf = (
  name: 'GOOGLE' | 'DISCORD' | 'PATREON',
  value: z.output<typeof environment>,
): ProviderSetUp | null => {
  const [clientId, clientSecret] = [value[`${name}_CLIENT_ID`], value[`${name}_CLIENT_SECRET`]];
  const address = value[`${name}_BASE`];
  if (address?.startsWith('http:') && !isLoopbackName(new URL(address).hostname)) {
    throw new ConfigError(`The variable ${name}_BASE cannot be used: without https it must be a loopback address.`);
  }
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret) {
    throw new ConfigError(`The variables ${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together.`);
  }
  return { clientId, clientSecret, base: address?.replace(/\/+$/, '') ?? null };
};

const campaignOf = (value: z.output<typeof environment>): CampaignSetUp => {
  const accessToken = value.PATREON_CREATOR_TOKEN;
  const refreshToken = value.PATREON_CREATOR_REFRESH_TOKEN ?? null;
  return {
    id: value.PATREON_CAMPAIGN_ID ?? null,
    creator: accessToken ? { accessToken, refreshToken } : null,
    webhookSecret: value.PATREON_WEBHOOK_SECRET ?? null,
  };
};

const guildOf = (value: z.output<typeof environment>): GuildSetUp => {
  const { DISCORD_BOT_TOKEN: token, DISCORD_GUILD_ID: guildId } = value;
  return {
    bot: token && guildId ? { token, guildId, premiumRoleId: value.DISCORD_PREMIUM_ROLE_ID ?? null } : null,
    publicKey: value.DISCORD_PUBLIC_KEY?.toLowerCase() ?? null,
  };
};

const storagesOf = (value: z.output<typeof environment>): StoragesSetUp => {
  try {
    return readStorages(value);
  } catch (error) {
    if (!(error instanceof StorageUrlError)) throw error;
    throw new ConfigError(error.message);
  }
};

const findMisspeltVariables = (env: NodeJS.ProcessEnv): string[] =>
  findMisspelt(Object.keys(env), Object.keys(environment.shape)).map(
    ({ given, meant }) => `Unknown variable ${given} is ignored. Did you mean ${meant}?`,
  );

/** @throws ConfigError */
const parse = <Shape extends z.ZodType>(shape: Shape, env: NodeJS.ProcessEnv): z.output<Shape> => {
  const given = Object.entries(withSecretFiles(env)).filter(([, value]) => value !== '');
  const parsed = shape.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`The variable ${issue?.path.join('.')} cannot be used: ${issue?.message}.`);
};

const databases = environment.pick({
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  DATABASE_DIRECT_URL: true,
  NEWER_DATABASE: true,
});

/** Configuration for migrations, which do not need the site's secrets. @throws ConfigError */
export function readDatabaseSetUp(env: NodeJS.ProcessEnv): {
  site: string | null;
  owner: string | null;
  acceptNewer: boolean;
} {
  const value = parse(databases, env);
  return {
    site: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL ?? null,
    owner: value.DATABASE_OWNER_URL ?? null,
    acceptNewer: value.NEWER_DATABASE === 'accept',
  };
}

/** Reads and validates the environment. @throws ConfigError with one sentence that names the variable */
export function readConfig(env: NodeJS.ProcessEnv, projectDir: string): Config {
  const value = parse(environment, env);
  const conflict = findConflict(value);
  if (conflict) throw new ConfigError(conflict);
  const addresses = {
    host: value.HOST,
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: value.TRUST_PROXY ?? null,
  };
  return {
    ...addresses,
    isLocal: isLocalSetUp(addresses),
    mode: value.NODE_ENV,
    projectDir,
    port: value.PORT === 'off' ? null : value.PORT,
    apiUrl: value.API_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(value.DATA_DIR ?? defaultDataFolder(projectDir)),
    databaseUrl: value.DATABASE_URL ?? null,
    databaseOwnerUrl: value.DATABASE_OWNER_URL ?? null,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? null,
    redisUrl: value.REDIS_URL ?? null,
    ...storagesOf(value),
    smtpUrl: value.SMTP_URL ?? null,
    secretKey: value.SECRET_KEY ?? null,
    oldSecretKeys: listOf(value.SECRET_KEY_OLD),
    toolboxNetworks: listOf(value.TOOLBOX_NETWORKS),
    providers: {
      google: providerOf('GOOGLE', value),
      discord: providerOf('DISCORD', value),
      patreon: providerOf('PATREON', value),
    },
    campaign: campaignOf(value),
    guild: guildOf(value),
    outgoingStandIn: value.OUTGOING_STAND_IN ?? null,
    accelPrefix: value.ACCEL_PREFIX ?? null,
    ffmpegPath: value.FFMPEG_PATH ?? null,
    sevenZipPath: value.SEVENZIP_PATH ?? null,
    pdftoppmPath: value.PDFTOPPM_PATH ?? null,
    opsPort: value.OPS_PORT ?? null,
    opsHost: value.OPS_HOST,
    workers: value.WORKERS,
    stopDelaySeconds: value.STOP_DELAY,
    logLevel: value.LOG_LEVEL,
    rateLimits: value.RATE_LIMITS === 'on',
    demo: value.DEMO,
    acceptNewerDatabase: value.NEWER_DATABASE === 'accept',
    misspelt: findMisspeltVariables(env),
  };
}
