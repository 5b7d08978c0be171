import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { readConfig, wantsDemo } from './config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/srv/helix');

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      workers: 2,
      logLevel: 'info',
      rateLimits: true,
      demo: 'auto',
      databaseUrl: null,
      databaseOwnerUrl: null,
      redisUrl: null,
    });
  });

  it('treats an empty variable as unset and removes a trailing slash from the address', () => {
    expect(read({ PORT: '', PUBLIC_URL: 'https://helix.example/' })).toMatchObject({
      port: 3000,
      publicUrl: 'https://helix.example',
    });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'ftp://helix.example' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://localhost/helix' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://localhost/helix' }, 'SECRET_KEY'],
    [{ DATABASE_OWNER_URL: 'postgres://localhost/helix' }, 'DATABASE_OWNER_URL'],
    [{ REDIS_URL: 'http://localhost:6379' }, 'REDIS_URL'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ SECRET_KEY_OLD: `${'x'.repeat(32)},short` }, 'SECRET_KEY_OLD'],
    [{ TOOLBOX_NETWORKS: 'loopback' }, 'TOOLBOX_NETWORKS'],
    [{ TOOLBOX_NETWORKS: '10.0.0.0/8,10.0.0.0/33' }, 'TOOLBOX_NETWORKS'],
    [{ TOOLBOX_NETWORKS: 'fe80::1%eth0' }, 'TOOLBOX_NETWORKS'],
    [{ TOOLBOX_NETWORKS: '::ffff:10.0.0.0/90' }, 'TOOLBOX_NETWORKS'],
    [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, 'RATE_LIMITS'],
    [{ ACCEL_PREFIX: 'files' }, 'ACCEL_PREFIX'],
    [{ WORKERS: '-1' }, 'WORKERS'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DISCORD_BASE: 'http://discord.example' }, 'DISCORD_BASE'],
    [{ DISCORD_BOT_TOKEN: 'a', DISCORD_GUILD_ID: '1' }, 'DISCORD_CLIENT_ID'],
    [{ DISCORD_GUILD_ID: '../users' }, 'DISCORD_GUILD_ID'],
    [{ DISCORD_PREMIUM_ROLE_ID: 'premium' }, 'DISCORD_PREMIUM_ROLE_ID'],
    [{ DISCORD_PUBLIC_KEY: 'abc' }, 'DISCORD_PUBLIC_KEY'],
    [{ OUTGOING_STAND_IN: 'http://10.0.0.1:80' }, 'OUTGOING_STAND_IN'],
    [{ OUTGOING_STAND_IN: 'http://127.0.0.1:80@10.0.0.1' }, 'OUTGOING_STAND_IN'],
    [{ OUTGOING_STAND_IN: 'http://127.0.0.1:0' }, 'OUTGOING_STAND_IN'],
    [{ OUTGOING_STAND_IN: 'http://127.0.0.1:65536' }, 'OUTGOING_STAND_IN'],
    [{ OUTGOING_STAND_IN: 'http://127.0.0.1:9000', NODE_ENV: 'production' }, 'OUTGOING_STAND_IN'],
    [{ GOOGLE_BASE: 'ftp://localhost' }, 'GOOGLE_BASE'],
    [{ PATREON_BASE: 'http://localhost.evil.example' }, 'PATREON_BASE'],
  ] as [Record<string, string>, string][])('rejects %j with one sentence that names %s', (env, name) => {
    const refusal = (() => {
      try {
        return read(env);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as Error).message).toMatch(new RegExp(`^The variable ${name}[^\n]*\\.$`));
  });

  it.each<Record<string, string>>([
    { SECRET_KEY: 'short' },
    { DATABASE_URL: 'postgres://localhost/helix', NODE_ENV: 'production' },
  ])('explains how to create a key: %j', (env) => {
    expect(() => read(env)).toThrow(
      /SECRET_KEY .* create one with openssl rand -base64 32 and keep it with the backups\.$/,
    );
  });

  it('requires a provider’s credentials together or not at all', () => {
    expect(() => read({ GOOGLE_CLIENT_ID: 'a' })).toThrow('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
    for (const name of ['DISCORD_BOT_TOKEN', 'DISCORD_GUILD_ID'])
      expect(() => read({ [name]: '1' })).toThrow('DISCORD_BOT_TOKEN and DISCORD_GUILD_ID');
    expect(
      read({ DISCORD_CLIENT_ID: 'a', DISCORD_CLIENT_SECRET: 'b', DISCORD_BASE: 'http://127.0.0.1:1/d/' }),
    ).toMatchObject({
      providers: {
        google: null,
        discord: { clientId: 'a', clientSecret: 'b', base: 'http://127.0.0.1:1/d' },
        patreon: null,
      },
    });
  });

  it.each(['127.0.0.1', '::1', 'loopback', '10.0.0.0/8, fd00::/8'])('trusts the front server %s', (trustProxy) => {
    expect(read({ TRUST_PROXY: trustProxy })).toMatchObject({ trustProxy });
  });

  it.each([
    [{}, true],
    [{ DEMO: 'off' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://helix.example' }, false],
    [{ PUBLIC_URL: 'http://localhost:8080' }, true],
    [{ DATABASE_URL: 'postgres://localhost/h', SECRET_KEY: 'x'.repeat(32) }, false],
    [{ DATABASE_URL: 'postgres://localhost/h', SECRET_KEY: 'x'.repeat(32), DEMO: 'force' }, true],
    [{ HOST: '0.0.0.0', DEMO: 'force' }, true],
  ] as [Record<string, string>, boolean][])('with %j wants demo content: %s', (env, expected) => {
    expect(wantsDemo(read(env))).toBe(expected);
  });
});
