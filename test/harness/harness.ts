// The real application for feature tests, with its own database, folder and users, and a clock that tests can move.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InjectOptions } from 'fastify';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { hooks } from '#server/hooks.ts';
import { createBus } from '#server/kit/db/bus.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { createVisitorNames } from '#server/kit/http/visitors.ts';
import { findFileTools } from '#server/kit/media/file-tools.ts';
import { createPictureReader } from '#server/kit/media/image-reader.ts';
import { findMediaTools } from '#server/kit/media/media-tools.ts';
import { requestLog } from '#server/kit/ops/log.ts';
import type { OutgoingMail } from '#server/kit/outgoing/mail-message.ts';
import { noLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { passwords } from '#server/kit/security/passwords.ts';
import { readOldSecrets } from '#server/kit/security/secret.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { readClient } from '#server/open-server.ts';
import { outboxOf } from '#server/platform/mail.ts';
import { createSession } from '#server/platform/sessions.ts';
import { createSettings } from '#server/platform/settings.ts';
import { createGuild, createInviteCounter } from '#server/providers/discord/discord-guild.ts';
import { createDiscordWebhooks } from '#server/providers/discord/discord-webhook.ts';
import { createIdentityProviders } from '#server/providers/identity-providers.ts';
import { createMailSender } from '#server/providers/mail.ts';
import { createCampaign } from '#server/providers/patreon-campaign.ts';
import { createSsh } from '#server/providers/ssh.ts';
import { siteNotifications } from '#server/site-notifications.ts';
import { createDatabase } from './postgres.ts';
import { nowhere } from './requests.ts';
import { TEST_SECRET } from './secret.ts';

export const PASSWORD = 'correct horse battery staple';
const projectDir = fileURLToPath(new URL('../..', import.meta.url));

export type Role = 'visitor' | 'member' | 'premium' | 'leaker' | 'admin';

/** A test user: their id, and the headers that authenticate their requests. */
export type Person = { id: string; username: string; email: string; headers: Record<string, string> };

type Shared = { folder: string; database: Awaited<ReturnType<typeof createDatabase>> };

let passwordHash: Promise<string> | null = null;

/**
 * Starts the application on a clone of the template database.
 * @param options.env variables in addition to the defaults for tests (RATE_LIMITS=off, HOST=127.0.0.1); the `env` of
 * startProviderFakes connects the application to fakes of Google, Discord and Patreon
 * @param options.limits rate limits for tests that need low ones; by default nothing is limited
 * @param options.outgoing resolver and connections for outgoing requests; by default, only fakes are reachable
 * @param options.ssh SSH connections provided by the test
 * @param options.beside another application whose database and files this one shares, like a second process of the same site;
 * stop this one first
 * @param options.projectDir replaces the project folder for files that are read while the site runs
 */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    limits?: Partial<Deps['limits']>;
    outgoing?: Deps['outgoing'];
    ssh?: Deps['ssh'];
    beside?: Shared;
    projectDir?: string;
  } = {},
) {
  const shared = options.beside;
  const folder = shared?.folder ?? mkdtempSync(join(tmpdir(), 'helix-test-'));
  const database = shared?.database ?? (await createDatabase());
  const { db, pool, close } = openDatabase(database.connection);
  const owner = openDatabase(database.ownerConnection);
  const config: Config = readConfig(
    { NODE_ENV: 'test', DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', DEMO: 'off', ...options.env },
    options.projectDir ?? projectDir,
  );
  const log = requestLog(config.logLevel);
  const bus = await createBus({ connection: database.connection, log });
  const storage = await createStorage(config);
  await storage.ready();
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const secret = Buffer.from(TEST_SECRET);
  const settings = createSettings({ db, bus, log });
  const publicUrl = () => config.publicUrl ?? 'http://localhost:3000';
  const sent = new Map<string, OutgoingMail>();
  const handOver = createMailSender({
    smtpUrl: config.smtpUrl,
    outboxFolder: outboxOf(folder),
    sender: async () => ({ siteName: (await settings.get()).siteName, publicUrl: publicUrl() }),
    log,
  });
  const outgoing =
    options.outgoing ??
    nowhere({ standIn: config.outgoingStandIn, fakes: [config.providers.discord?.base], site: publicUrl });
  const deps: Deps = {
    config,
    log,
    now,
    db,
    pool,
    bus,
    storage,
    settings,
    pictures: createPictureReader({ log }),
    media: await findMediaTools({ path: config.ffmpegPath, log }),
    tools: await findFileTools(config, log),
    limits: { ...noLimits, ...options.limits },
    sendMail: async (mail) => {
      await handOver(mail);
      sent.set(mail.id, mail);
    },
    providers: createIdentityProviders(config.providers, { now }),
    campaign: createCampaign(config, { now }),
    guild: createGuild(config, { now }),
    countByInvite: createInviteCounter(config, { now }),
    discordWebhooks: createDiscordWebhooks({ base: config.providers.discord?.base ?? null, outgoing, site: publicUrl }),
    outgoing,
    ssh: options.ssh ?? createSsh({ networks: config.toolboxNetworks }),
    hooks,
    notificationKinds: siteNotifications,
    secret,
    oldSecrets: readOldSecrets(config),
    publicUrl,
    visitorName: createVisitorNames(secret, now),
  };
  const app = await buildApp(deps, await readClient(projectDir));
  await app.ready();

  const addPerson = async (
    role: Exclude<Role, 'visitor'> = 'member',
    changes: { username?: string; email?: string } = {},
  ) => {
    passwordHash ??= passwords.hash(PASSWORD);
    const username = changes.username ?? `${role}-${randomUUID().slice(0, 8)}`;
    const email = changes.email ?? `${username}@people.example`;
    const stored = role === 'admin' ? 'ADMIN' : role === 'leaker' ? 'LEAKER' : 'USER';
    const { id } = await db
      .insertInto('users')
      .values({
        username,
        email,
        role: stored,
        password_hash: await passwordHash,
        email_verified_at: now(),
        verified: role === 'leaker',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (role === 'premium') {
      await db
        .insertInto('grants')
        .values({ user_id: id, source: 'admin', reference: id, starts_at: new Date(0), ends_at: null })
        .execute();
    }
    const token = await createSession(db, { userId: id, userAgent: 'test', now: now() });
    return { id, username, email, headers: { cookie: `token=${token}` } } satisfies Person;
  };

  return {
    app,
    deps,
    db,
    // A connection with the owner role, for changes that the application's role is not allowed to make (tables, audit log).
    ownerDb: owner.db,
    database,
    folder,
    // Content of sent mail by outbox row id. It is recorded here, because outbox rows lose their content when the mail is sent.
    sent,
    addPerson,
    // Creates all named test users.
    addCast: async () => ({
      member: await addPerson('member'),
      premium: await addPerson('premium'),
      leaker: await addPerson('leaker'),
      admin: await addPerson('admin'),
    }),
    // Sends a request, authenticated as the user if one is given.
    call: (request: InjectOptions, person?: Person) =>
      app.inject({ ...request, headers: { ...request.headers, ...person?.headers } }),
    moveClock: (ms: number) => {
      shiftMs += ms;
    },
    stop: async () => {
      await app.close();
      await bus.close();
      await owner.close();
      await close();
      if (shared) return;
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
