// Named secrets, each sent to a real process the way it would normally arrive: none may appear in its log or metrics.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { openBody } from '#server/platform/mail.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { startMailServer } from '#test/harness/mail-server.ts';
import { findFreePort } from '#test/harness/nginx.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { makeSshKey } from '#test/harness/ssh-key.ts';
import { hasSshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { addDraft, metadataOf, SESSIONS } from '#test/harness/tus-calls.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const LIMIT_MS = 120_000;
const hasSsh = hasSshServer();

/** All secrets so far, by name. */
const canaries = new Map<string, string>();
/** Records a secret: either `value`, such as a secret that the site has generated, or a new random one. */
const canary = (name: string, value = `canary-${randomBytes(20).toString('hex')}`): string => {
  expect(value.length, name).toBeGreaterThan(5);
  expect(canaries.has(name), name).toBe(false);
  canaries.set(name, value);
  return value;
};

let site: TestApp;
let server: ServerProcess;
let liar: Server;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let opsPort = 0;
let member: Person;
let leaker: Person;
let admin: Person;
let mailAttempts = 0;

/** A provider that answers with secrets, but never with a valid response. */
const startLiar = async (): Promise<Server> => {
  const tokens = {
    access_token: canary('provider access token'),
    refresh_token: canary('provider refresh token'),
    id_token: canary('provider id token'),
    token_type: 'Bearer',
    expires_in: 3600,
  };
  const words = canary('provider response');
  const made = createServer((request, response) => {
    const isToken = /token$/.test((request.url ?? '').split('?')[0] ?? '');
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-said', words);
    if (isToken) response.end(JSON.stringify(tokens));
    // Error messages about invalid JSON may quote the text.
    else response.end(`${words} is not JSON`);
  });
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  return made;
};

const databaseUrlOf = ({ database }: TestApp): URL => {
  const { host, port, user, database: name } = database.connection;
  const url = new URL(`postgres://${user}@localhost/${name}`);
  url.search = new URLSearchParams({ host, port: String(port) }).toString();
  return url;
};

const siteSecret = canary('site key');

beforeAll(async () => {
  site = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
  await fillElements(site);
  [member, leaker, admin] = [await site.addPerson(), await site.addPerson('leaker'), await site.addPerson('admin')];
  liar = await startLiar();
  mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    // The first login is rejected, and later ones fail at the recipient address. Both errors quote the values.
    onAuth: ({ username, password }, _session, done) => {
      mailAttempts += 1;
      if (mailAttempts > 1) return done(null, { user: username });
      return done(Object.assign(new Error(`no such user: ${username} ${password}`), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`unknown recipient ${address}`), { responseCode: 451 })),
  });
  opsPort = await findFreePort();
  const base = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
  const databaseUrl = databaseUrlOf(site);
  databaseUrl.password = canary('database password');
  const smtp = new URL(mail.url);
  smtp.username = 'site';
  smtp.password = canary('mail server password');
  server = await startServerProcess(site, {
    LOG_LEVEL: 'debug',
    WORKERS: '2',
    OPS_PORT: String(opsPort),
    DATABASE_URL: databaseUrl.href,
    SECRET_KEY: siteSecret,
    SECRET_KEY_OLD: canary('previous site key'),
    REDIS_URL: `redis://:${canary('Redis password')}@127.0.0.1:${await findFreePort()}`,
    SMTP_URL: smtp.href,
    TOOLBOX_NETWORKS: '127.0.0.0/8',
    GOOGLE_CLIENT_ID: 'site',
    GOOGLE_CLIENT_SECRET: canary('Google client secret'),
    GOOGLE_BASE: base,
    DISCORD_CLIENT_ID: '1234',
    DISCORD_CLIENT_SECRET: canary('Discord client secret'),
    DISCORD_BASE: base,
    DISCORD_BOT_TOKEN: canary('bot token'),
    DISCORD_GUILD_ID: '5678',
    DISCORD_PUBLIC_KEY: 'ab'.repeat(32),
    PATREON_CLIENT_ID: 'site',
    PATREON_CLIENT_SECRET: canary('Patreon client secret'),
    PATREON_BASE: base,
    PATREON_CAMPAIGN_ID: '9',
    PATREON_CREATOR_TOKEN: canary('creator token'),
    PATREON_CREATOR_REFRESH_TOKEN: canary('creator refresh token'),
    PATREON_WEBHOOK_SECRET: canary('webhook secret'),
  });
}, LIMIT_MS);
afterAll(async () => {
  await server.stop();
  liar.close();
  await mail.stop();
  await site.stop();
}, LIMIT_MS);

type Asked = { headers?: Record<string, string>; body?: string | object | FormData; method?: string };

const ask = (path: string, { headers = {}, body, method }: Asked = {}): Promise<Response> => {
  const isJson = typeof body === 'object' && !(body instanceof FormData);
  return fetch(server.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  });
};

const cookieOf = (reply: Response, name: string): string =>
  new RegExp(`^${name}=([^;]+)`, 'm').exec(reply.headers.getSetCookie().join('\n'))?.[1] ?? '';

/** Token from the link in an email, whether sent or still queued. */
const linkIn = async (to: string, purpose: RegExp): Promise<string> => {
  const find = async (): Promise<string | undefined> => {
    const rows = await site.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', to).execute();
    const secret = Buffer.from(siteSecret);
    const text = rows.map((row) => openBody({ secret }, row).text).find((body) => purpose.test(body));
    return /#token=([\w-]{43})/.exec(text ?? '')?.[1];
  };
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  return (await find()) ?? '';
};

describe('sends secrets through', { timeout: LIMIT_MS }, () => {
  it('accounts: passwords, addresses, cookies, links and codes', async () => {
    const email = canary('email of a user', `canary.${randomBytes(8).toString('hex')}@people.example`);
    const password = canary('password of a user');
    const registered = await ask('/api/auth/register', { body: { email, password } });
    expect(registered.status).toBe(201);
    const token = canary('session token', cookieOf(registered, 'token'));
    const headers = { cookie: `token=${token}` };
    await ask('/api/auth/login', { body: { email, password: canary('wrong password') } });
    await ask('/api/auth/login', {
      body: { email: canary('unknown email', `nobody.${randomBytes(8).toString('hex')}@x.example`), password },
    });
    await ask('/api/auth/me', { headers: { authorization: `Bearer ${canary('unknown bearer token')}` } });
    await ask('/api/auth/me', { headers: { cookie: `token=${canary('unknown session cookie')}` } });
    expect((await ask('/api/auth/me', { headers })).status).toBe(200);
    const verify = canary('verification link', await linkIn(email, /verif/i));
    await ask('/api/auth/forgot-password', { body: { email } });
    const reset = canary('password reset link', await linkIn(email, /password/i));
    await ask(`/api/auth/verify-email?token=${verify}`, { body: { token: verify }, headers });
    await ask('/api/auth/reset-password', { body: { token: reset, password: canary('new password') } });
    await ask('/api/auth/login/two-factor', {
      body: { code: canary('wrong authenticator code', '918273') },
      headers: { cookie: `second_factor=${canary('unknown second-factor session')}` },
    });
    await ask('/api/auth/login/two-factor', { body: { code: canary('recovery code', 'CANAR-YCODE') } });
  });

  it('two-factor setup and personal tokens', async () => {
    const confirmed = await ask('/api/auth/confirm', { body: { password: PASSWORD }, headers: member.headers });
    const headers = { cookie: `token=${cookieOf(confirmed, 'token') || member.headers.cookie?.slice(6)}` };
    const made = await ask('/api/me/tokens', { body: { name: 'Backup', scopes: ['read'], days: 30 }, headers });
    expect(made.status, await made.clone().text()).toBe(201);
    const personal = canary('personal token', ((await made.json()) as { token: string }).token);
    await ask(`/api/me/likes?token=${personal}`, { headers: { authorization: `Bearer ${personal}` } });
    await ask('/api/me/tokens', { headers: { authorization: `Bearer ${personal}` } });
    const begun = await ask('/api/auth/two-factor/setup', { body: {}, headers });
    expect(begun.status, await begun.clone().text()).toBe(200);
    const text = await begun.text();
    const secret = canary('authenticator secret', /"secret":"([A-Z2-7]+)"/.exec(text)?.[1] ?? '');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await ask('/api/auth/two-factor/enable', { body: { code: canary('valid authenticator code', code) }, headers });
  });

  it('requests: URLs, headers, bodies, forms and files', async () => {
    const id = await addResource(site, { authorId: leaker.id, files: { 'a.txt': 'text' } });
    await ask(`/api/resources?search=${canary('search words')}`);
    await ask(`/resources?search=${canary('query of a page')}`, { headers: { accept: 'text/html' } });
    await ask(`/direct-download/${id}?ticket=${canary('invalid download ticket')}`);
    const offer = await ask(`/api/ad-offer?${new URLSearchParams({ destination: `/direct-download/${id}` })}`);
    const { directUrl } = (await offer.json()) as { directUrl: string };
    canary('valid download ticket', new URL(directUrl, server.url).searchParams.get('ticket') ?? '');
    await ask(directUrl, { headers: { cookie: offer.headers.getSetCookie().join('; ') } });
    await ask('/', {
      headers: {
        referer: `https://elsewhere.example/?key=${canary('referring page')}`,
        'user-agent': canary('user agent'),
        'x-api-key': canary('unknown header'),
        'accept-language': canary('language'),
      },
    });
    await ask('/api/auth/login', {
      body: `{"email":"${canary('truncated JSON')}`,
      headers: { 'content-type': 'application/json' },
    });
    await ask('/api/auth/login', { body: { [canary('unexpected JSON key')]: canary('unexpected JSON value') } });
    const form = new FormData();
    form.set('image', new Blob([canary('picture content')]), `${canary('picture name')}.png`);
    form.set(canary('form field'), 'x');
    await ask('/api/users/me/avatar', { method: 'PUT', body: form, headers: leaker.headers });
    const draft = await addDraft(site, leaker.id);
    await ask(SESSIONS, {
      method: 'POST',
      headers: {
        ...leaker.headers,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': metadataOf({ resourceId: draft, path: `${canary('file name')}.txt` }),
      },
    });
    await ask('/api/reports', {
      body: {
        address: `${server.url}/resources/${id}`,
        reason: 'copyright',
        details: canary('report text'),
        email: canary('reporter email', `reports.${randomBytes(8).toString('hex')}@people.example`),
      },
    });
    await ask('/api/requests', {
      body: { link: `http://127.0.0.1/?key=${canary('link in a request')}` },
      headers: leaker.headers,
    });
    await ask(`/api/image-proxy?url=${encodeURIComponent(`https://x.example/?k=${canary('picture URL')}`)}&id=${id}`);
  });

  it('third parties: OAuth callbacks and webhooks', async () => {
    for (const provider of ['google', 'discord', 'patreon']) {
      // Patreon is not a login method, so a logged-in user links it.
      const headers = provider === 'patreon' ? leaker.headers : {};
      const begun = await ask(`/api/auth/${provider}`, { headers });
      const visit = new URL(begun.headers.get('location') ?? '').searchParams;
      const state = canary(`${provider} OAuth state`, visit.get('state') ?? '');
      const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const back = await ask(`/api/auth/${provider}/callback?code=${canary(`${provider} OAuth code`)}&state=${state}`, {
        headers: { cookie: [headers.cookie, cookie].filter(Boolean).join('; ') },
      });
      expect(back.headers.get('location')).toContain('error=');
    }
    await ask('/api/webhooks/patreon', {
      body: JSON.stringify({ data: canary('Patreon message') }),
      headers: {
        'content-type': 'application/json',
        'x-patreon-event': 'members:update',
        'x-patreon-signature': canary('message signature', randomBytes(16).toString('hex')),
      },
    });
    await ask('/api/webhooks/discord', {
      body: JSON.stringify({ type: 2, token: canary('interaction token') }),
      headers: {
        'content-type': 'application/json',
        'x-signature-ed25519': randomBytes(64).toString('hex'),
        'x-signature-timestamp': '1',
      },
    });
    const url = `https://discord.com/api/webhooks/123456789012345678/${canary('token of a channel’s webhook')}`;
    const { headers } = admin;
    const saved = await ask('/api/admin/discord-posts', { method: 'PUT', body: { isOn: true, url }, headers });
    expect(saved.status, await saved.clone().text()).toBe(200);
    expect((await ask('/api/admin/discord-posts/test', { method: 'POST', headers })).status).toBe(502);
    await ask('/api/admin/discord-posts', { method: 'PUT', body: { isOn: true, url: `${url}/more` }, headers });
  });

  it('the toolbox: its token, passwords and keys', async () => {
    const told = await ask('/api/admin/toolbox/token', { headers: admin.headers });
    const token = canary('toolbox token', ((await told.json()) as { token: string }).token);
    const headers = { authorization: `Bearer ${token}` };
    const form = { name: 'Server', ip: '127.0.0.1', location: 'Rack', username: 'helix' };
    const made = await ask('/api/admin/toolbox/servers', {
      body: { ...form, port: mailPort(), password: canary('server password') },
      headers,
    });
    expect(made.status, await made.clone().text()).toBe(201);
    const key = makeSshKey();
    const body = { ...form, name: 'Other', port: await findFreePort(), sshKey: key };
    expect((await ask('/api/admin/toolbox/servers', { body, headers })).status).toBe(201);
    canary('server private key', key.split('\n')[2] ?? '');
    await ask('/api/admin/toolbox/servers', { body: { ...body, sshKey: canary('invalid private key') }, headers });
    await expect
      .poll(async () => (await (await ask('/api/admin/toolbox/servers', { headers })).text()).includes('"error"'), {
        timeout: 30_000,
      })
      .toBe(true);
  });

  it.skipIf(!hasSsh)('SSH servers: accepted passwords and rejected keys', async () => {
    const told = await ask('/api/admin/toolbox/token', { headers: admin.headers });
    const headers = { authorization: `Bearer ${((await told.json()) as { token: string }).token}` };
    const form = { name: 'Real', ip: '127.0.0.1', location: 'Rack' };
    const add = async (body: object): Promise<void> => {
      const made = await ask('/api/admin/toolbox/servers', { body: { ...form, ...body }, headers });
      expect(made.status, await made.clone().text()).toBe(201);
    };
    const password = canary('accepted server password');
    const [first, second] = await Promise.all([startSshServer({ password }), startSshServer()]);
    try {
      await add({ port: first.port, username: first.username, password });
      // This key belongs to the other server.
      await add({ port: second.port, username: second.username, sshKey: first.privateKey });
      for (const [index, line] of first.privateKey.split('\n').slice(1, -2).entries())
        canary(`line ${index + 1} of a rejected private key`, line);
      const seen = async (): Promise<[boolean, boolean]> => {
        await ask('/api/admin/toolbox/servers', { headers });
        return [
          first.signIns() > 0,
          second.log().includes(`Connection closed by authenticating user ${second.username}`),
        ];
      };
      await expect.poll(seen, { timeout: 30_000 }).toEqual([true, true]);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
    // Also reads the errors of the connections that were just closed.
    await ask('/api/admin/toolbox/servers', { headers });
  });
});

/** Port of the mail server, for SSH connections to something that is not an SSH server. */
const mailPort = (): number => Number(new URL(mail.url).port);

it('database errors quote no values', { timeout: LIMIT_MS }, async () => {
  // The API would never write this row. Reading it causes an error in the process.
  const value = canary('value in the database');
  await site.ownerDb
    .insertInto('settings')
    .values({ key: 'siteName', value: JSON.stringify({ value }) as never, updated_at: new Date() } as never)
    .execute();
  await site.db
    .insertInto('mail_outbox')
    .values({
      to_address: 'a@people.example',
      subject: canary('mail subject'),
      text_body: canary('mail text'),
      html_body: '',
      created_at: new Date(),
    })
    .execute();
  await ask('/', { headers: { accept: 'text/html' } });
});

it('none of 40 or more secrets appears in the log or metrics, although every failure is logged', {
  timeout: LIMIT_MS,
}, async () => {
  // Responses may arrive before their log lines are written, and jobs are retried in the background.
  const written = () => server.output();
  await expect.poll(written, { timeout: 30_000 }).toMatch(/Failed task .*mail\.deliver/);
  await expect.poll(written, { timeout: 30_000 }).toContain('a provider did not respond as expected');
  await expect.poll(written, { timeout: 30_000 }).toContain('Redis cannot be reached');
  await expect.poll(() => mailAttempts, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect.poll(written, { timeout: 60_000 }).toContain('RCPT TO');
  // As a control, put a canary in the request path, which is logged on purpose. This canary must be found.
  const control = `canary-${randomBytes(12).toString('hex')}`;
  await ask(`/${control}`);
  await expect.poll(written, { timeout: 30_000 }).toContain(control);
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  expect(metrics).toContain('helix_jobs{');
  await server.stop();
  const all = written() + metrics;
  expect(written().split('\n').length).toBeGreaterThan(60);
  expect(canaries.size).toBeGreaterThanOrEqual(40);
  const found = [...canaries].filter(([, value]) => all.includes(value) || all.includes(encodeURIComponent(value)));
  expect(found.map(([name]) => name)).toEqual([]);
  console.info(`${canaries.size} secrets, ${written().split('\n').length} log lines: none found`);
});

describe('a process that crashes', { timeout: LIMIT_MS }, () => {
  it.each(['thrown', 'rejected', 'value', 'json'])('%s: logs the failure without the secret', async (way) => {
    const secret = `canary-${randomBytes(12).toString('hex')}`;
    const ended = await run(process.execPath, ['test/harness/crash-child.ts', way, secret], { cwd: project }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stdout).toContain('"level":"fatal"');
    expect(ended.stdout + ended.stderr).not.toContain(secret);
    expect(ended.stdout + ended.stderr).not.toContain(secret.slice(0, 12));
  });
});

describe('a failed start', { timeout: LIMIT_MS }, () => {
  const secret = `canary-${randomBytes(16).toString('hex')}`;
  const database = `postgres://helix:${secret}@127.0.0.1:9/helix`;

  it.each<[string, Record<string, string>]>([
    ['with an unreachable database', { DATABASE_URL: database, SECRET_KEY: secret }],
    [
      'with an unreachable object store',
      {
        STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:9',
        STORAGE_KEY_ID: 'key',
        STORAGE_SECRET: secret,
        SECRET_KEY: secret,
      },
    ],
  ])('%s reports it without the secret', async (_what, given) => {
    const env = { DATABASE_URL: databaseUrlOf(site).href, ...given };
    const ended = await run(process.execPath, ['server/main.ts'], {
      cwd: project,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: join(site.folder, 'none'),
        PORT: '0',
        DEMO: 'off',
        LOG_LEVEL: 'debug',
        ...env,
      },
      timeout: LIMIT_MS,
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 1 });
    expect(ended.stderr).toMatch(/cannot be used/);
    expect(ended.stdout + ended.stderr).not.toContain(secret.slice(0, 20));
  });

  it.each<[string, Record<string, string>]>([
    ['an invalid database URL', { DATABASE_URL: `mysql://helix:${secret}@127.0.0.1/helix` }],
    ['no site key for an external database', { DATABASE_URL: database }],
    ['a key that is too short', { SECRET_KEY: secret.slice(0, 20) }],
    ['a previous key that is too short', { SECRET_KEY_OLD: secret.slice(0, 20) }],
    ['an invalid Redis URL', { REDIS_URL: `http://:${secret}@127.0.0.1` }],
    ['an invalid mail URL', { SMTP_URL: `mail://user:${secret}@127.0.0.1` }],
    ['incomplete provider settings', { GOOGLE_CLIENT_SECRET: secret }],
    ['a bot without a guild', { DISCORD_BOT_TOKEN: secret }],
    ['a creator without a campaign', { PATREON_CREATOR_TOKEN: secret }],
    ['an unknown kind of storage', { STORAGE_URL: `ftp://key:${secret}@127.0.0.1/bucket` }],
    ['a storage URL that contains the secret', { STORAGE_URL: `s3://key:${secret}@bucket` }],
    ['a storage URL without a bucket', { STORAGE_URL: 's3://', STORAGE_KEY_ID: 'key', STORAGE_SECRET: secret }],
  ])('with %s reports it without the secret', (_what, env) => {
    let sentence = '';
    try {
      readConfig(env, project);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      sentence = (error as Error).message;
    }
    expect(sentence).toMatch(/^The variables? [A-Z]/);
    expect(sentence).not.toContain(secret.slice(0, 20));
  });
});
