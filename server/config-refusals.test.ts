// Every environment variable that is malformed, missing or in conflict with another is rejected with one sentence that contains
// no secret. test/start-refusals.test.ts starts the server with one case of each kind.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { readConfig } from './config.ts';

type Env = Record<string, string>;
const read = (env: Env) => readConfig(env, '/srv/helix');
const misspeltIn = (env: Env) => read({ ...env, SMTP_URL: '' }).misspelt;
const textOf = (path: string): string => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

/** Source code of the schema of variables that config.ts reads. */
const schema = /const environment = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(textOf('server/config.ts'))?.[1] ?? '';
const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1] ?? '');

const HIDDEN = 'hidden-from-everybody';
const TOO_LONG = HIDDEN.padEnd(501, 'x');
const KEY = HIDDEN.padEnd(40, 'x');
const addresses = ['helix.example', 'https://', '://', 'ftp://helix.example', 'javascript:alert(1)'];
const databases = [`mysql://u:${HIDDEN}@h/d`, `u:${HIDDEN}@h/d`, 'postgres'];
const numbers = ['banana', '-1', '1.5', ' ', '0x10', '1e3', '99999999999'];

/** Invalid values by variable. */
const malformed: Record<string, string[]> = {
  NODE_ENV: ['prod', 'Production'],
  PORT: [...numbers, '70000', 'on'],
  PUBLIC_URL: [
    ...addresses,
    'https://helix.example/site',
    'https://helix.example/?a=b',
    'https://helix.example/#a',
    `https://u:${HIDDEN}@helix.example`,
  ],
  API_URL: addresses,
  TRUST_PROXY: ['1', 'true', 'nginx', '10.0.0.0/33', '10.0.0.1,,'],
  DATABASE_URL: databases,
  DATABASE_OWNER_URL: databases,
  DATABASE_DIRECT_URL: databases,
  REDIS_URL: [`http://:${HIDDEN}@h`, 'localhost:6379', 'redis:6379', 'redis://'],
  STORAGE_URL: ['files', 'ftp://bucket', `s3://key:${HIDDEN}@bucket`],
  STORAGE_URL_OLD: ['files', `s3://key:${HIDDEN}@bucket`],
  STORAGE_KEY_ID: [TOO_LONG],
  STORAGE_SECRET: [TOO_LONG],
  STORAGE_KEY_ID_OLD: [TOO_LONG],
  STORAGE_SECRET_OLD: [TOO_LONG],
  SMTP_URL: [`http://u:${HIDDEN}@h`, 'mail.example:25', 'smtp:', 'smtp://'],
  SECRET_KEY: [HIDDEN],
  SECRET_KEY_OLD: [HIDDEN, `${KEY},${HIDDEN}`],
  TOOLBOX_NETWORKS: ['loopback', '10.0.0.0/33', '10.0.0.1-10.0.0.9'],
  GOOGLE_CLIENT_ID: [TOO_LONG],
  GOOGLE_CLIENT_SECRET: [TOO_LONG],
  GOOGLE_BASE: [...addresses, 'http://google.example'],
  DISCORD_CLIENT_ID: [TOO_LONG],
  DISCORD_CLIENT_SECRET: [TOO_LONG],
  DISCORD_BASE: [...addresses, 'http://discord.example'],
  PATREON_CLIENT_ID: [TOO_LONG],
  PATREON_CLIENT_SECRET: [TOO_LONG],
  PATREON_BASE: [...addresses, 'http://localhost.evil.example'],
  PATREON_CAMPAIGN_ID: ['my-campaign', '-1'],
  PATREON_CREATOR_TOKEN: [TOO_LONG],
  PATREON_CREATOR_REFRESH_TOKEN: [TOO_LONG],
  PATREON_WEBHOOK_SECRET: [TOO_LONG],
  DISCORD_BOT_TOKEN: [TOO_LONG],
  DISCORD_GUILD_ID: ['../users', '1 2'],
  DISCORD_PREMIUM_ROLE_ID: ['premium'],
  DISCORD_PUBLIC_KEY: ['abc', 'g'.repeat(64)],
  OUTGOING_STAND_IN: ['http://10.0.0.1:80', 'http://127.0.0.1:0', 'http://127.0.0.1:65536'],
  ACCEL_PREFIX: ['files', '/files', 'files/'],
  OPS_PORT: [...numbers, '65536'],
  WORKERS: [...numbers, '33'],
  STOP_DELAY: [...numbers, '61'],
  LOG_LEVEL: ['loud', 'INFO'],
  RATE_LIMITS: ['no', 'OFF', 'true'],
  DEMO: ['yes', 'on'],
  NEWER_DATABASE: ['yes', 'on'],
};
/** Variables that accept any text; a bad value is only noticed when the server starts. */
const free = ['HOST', 'DATA_DIR', 'FFMPEG_PATH', 'SEVENZIP_PATH', 'PDFTOPPM_PATH', 'OPS_HOST'];

const external = { DATABASE_URL: `postgres://u:${HIDDEN}@h/d`, SECRET_KEY: KEY };

/** Variables that are individually valid but conflict, and the name that the error message starts with. */
const conflicts: [Env, string][] = [
  [{ DATABASE_URL: `postgres://u:${HIDDEN}@h/d` }, 'SECRET_KEY'],
  [{ DATABASE_OWNER_URL: `postgres://u:${HIDDEN}@h/d` }, 'DATABASE_OWNER_URL'],
  [{ DATABASE_DIRECT_URL: `postgres://u:${HIDDEN}@h/d` }, 'DATABASE_DIRECT_URL'],
  [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, 'RATE_LIMITS'],
  [{ RATE_LIMITS: 'off', HOST: 'helix.example' }, 'RATE_LIMITS'],
  [{ OUTGOING_STAND_IN: 'http://127.0.0.1:9000', NODE_ENV: 'production' }, 'OUTGOING_STAND_IN'],
  [{ PUBLIC_URL: 'https://helix.example', API_URL: 'https://api.helix.example/api' }, 'API_URL'],
  [{ PUBLIC_URL: 'https://helix.example', API_URL: 'http://helix.example/api' }, 'API_URL'],
  [{ PORT: '9090', OPS_PORT: '9090' }, 'OPS_PORT'],
  [{ PORT: 'off', WORKERS: '0', OPS_PORT: '9', PUBLIC_URL: 'https://h.example' }, 'WORKERS'],
  [{ PORT: 'off', PUBLIC_URL: 'https://h.example' }, 'OPS_PORT'],
  [{ PORT: 'off', OPS_PORT: '9' }, 'PUBLIC_URL'],
  [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'],
  [{ DISCORD_CLIENT_SECRET: HIDDEN }, 'DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET'],
  [{ PATREON_CLIENT_SECRET: HIDDEN }, 'PATREON_CLIENT_ID and PATREON_CLIENT_SECRET'],
  [{ PATREON_CREATOR_TOKEN: HIDDEN }, 'PATREON_CAMPAIGN_ID'],
  [{ PATREON_CREATOR_REFRESH_TOKEN: HIDDEN }, 'PATREON_CREATOR_REFRESH_TOKEN'],
  [{ DISCORD_BOT_TOKEN: HIDDEN }, 'DISCORD_BOT_TOKEN and DISCORD_GUILD_ID'],
  [{ DISCORD_BOT_TOKEN: HIDDEN, DISCORD_GUILD_ID: '1' }, 'DISCORD_CLIENT_ID'],
  [{ DISCORD_PREMIUM_ROLE_ID: '1' }, 'DISCORD_PREMIUM_ROLE_ID'],
];

/** Valid configurations that look unusual. */
const fitting: Env[] = [
  { REDIS_URL: 'rediss://h:6380/1' },
  { ...external, DATABASE_OWNER_URL: 'postgresql://o@h/d', DATABASE_DIRECT_URL: 'postgresql://u@h/d' },
  { DATABASE_URL: 'postgres:///d?host=/run/postgresql', SECRET_KEY: KEY },
  { PUBLIC_URL: 'https://helix.example/', API_URL: 'https://helix.example/v2/api' },
  { PUBLIC_URL: 'http://[::1]:8080' },
  { PORT: '0', OPS_PORT: '0' },
  { PORT: 'off', OPS_PORT: '9', PUBLIC_URL: 'https://h.example' },
  { WORKERS: '0' },
  { GOOGLE_BASE: 'http://127.0.0.1:1', NODE_ENV: 'production' },
  Object.fromEntries(names.map((name) => [name, ''])),
];

const refusalOf = (env: Env): unknown => {
  try {
    read(env);
    return null;
  } catch (error) {
    return error;
  }
};

const expectSentence = (env: Env, named: string): void => {
  const refusal = refusalOf(env);
  expect(refusal, JSON.stringify(env)).toBeInstanceOf(ConfigError);
  const { message } = refusal as Error;
  expect(message).toMatch(new RegExp(`^The variables? ${named}\\b[^\\n]*[^.]\\.$`));
  expect(message).not.toContain(HIDDEN);
};

describe('the table of malformed values', () => {
  it('covers every variable that the code reads, and docs/operations.md documents each', () => {
    expect(names.length).toBeGreaterThan(40);
    expect([...Object.keys(malformed), ...free].sort()).toEqual([...names].sort());
    const page = textOf('docs/operations.md');
    const told = (name: string): boolean =>
      page.includes(`\`${name}\``) || new RegExp(`\`${name.split('_')[0]}_…\``).test(page);
    expect(names.filter((name) => !told(name))).toEqual([]);
  });
});

describe('a malformed variable is rejected', () => {
  it.each(Object.entries(malformed))('%s', (name, values) => {
    for (const value of values) {
      const beside = name.startsWith('DATABASE_') ? external : {};
      expectSentence({ ...beside, [name]: value }, name);
    }
  });
});

it.each([
  [{ PORT: '80a' }, 'The variable PORT cannot be used: it must be a number from 0 to 65535, or off'],
  [{ PORT: '99999' }, 'The variable PORT cannot be used: it must be a number from 0 to 65535'],
  [{ WORKERS: '33' }, 'The variable WORKERS cannot be used: it must be a number from 0 to 32'],
  [{ DATABASE_URL: 'mysql://x' }, 'The variable DATABASE_URL cannot be used: it must be an address such as postgres:'],
])('%j is rejected in plain words', (env, sentence) => {
  expect(String(refusalOf(env))).toContain(sentence);
});

it('never shows the validator’s own messages', () => {
  for (const [name, values] of Object.entries(malformed))
    for (const value of values)
      expect(String(refusalOf({ ...(name.startsWith('DATABASE_') ? external : {}), [name]: value }))).not.toMatch(
        /invalid|expected|too (?:big|small|long)|>=|<=/i,
      );
});

it.each([
  ['PUBLIC_URL', 'helix.example', 'https://helix.example'],
  ['API_URL', 'api', 'https://helix.example/api'],
  ['SMTP_URL', 'mail.example:25', 'smtp://user:password@mail.example:587'],
  ['REDIS_URL', 'localhost:6379', 'redis://localhost:6379'],
  ['ACCEL_PREFIX', 'files', '/_protected/'],
  ['DEMO', 'yes', 'auto, off or force'],
  ['RATE_LIMITS', 'no', 'on or off'],
])('%s=%s is rejected with an example', (name, value, example) => {
  expect(String(refusalOf({ [name]: value }))).toContain(example);
});

it('warns about names that resemble known variables, and only those', () => {
  const env = {
    SMPT_URL: 'a',
    STORGE_URL: 'b',
    DATABASE_URLS: 'c',
    HOME: 'd',
    PATH: 'e',
    HOSTNAME: 'f',
    SMTP_URL: 'g',
  };
  expect(misspeltIn({ ...env, NODE_OPTIONS: 'h', POSTGRES_PASSWORD: 'i', DEMOS: 'j' })).toEqual([
    'Unknown variable SMPT_URL is ignored. Did you mean SMTP_URL?',
    'Unknown variable STORGE_URL is ignored. Did you mean STORAGE_URL?',
    'Unknown variable DATABASE_URLS is ignored. Did you mean DATABASE_URL?',
  ]);
  // Variables set by the system or by our own deployment files.
  expect(misspeltIn({ OWNER_PASSWORD: '', SITE_PASSWORD: '', HELIX_IMAGE: '' })).toEqual([]);
});

describe('conflicting variables are rejected', () => {
  it.each(conflicts)('%j', expectSentence);
});

it.each(fitting)('%j is accepted', (env) => {
  expect(refusalOf(env)).toBeNull();
});
