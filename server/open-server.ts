// Opens all parts of a server process in order, and closes them in reverse.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fillStarter } from '#demo/seed/first-content.ts';
import { registerCommandsAt } from '#server/features/premium/discord-role/jobs.ts';
import { requestFilePreviews } from '#server/features/uploads/previews/files/jobs.ts';
import { type Bus, createBus } from '#server/kit/db/bus.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { listMigrationNames } from '#server/kit/db/migrations.ts';
import { createVisitorNames } from '#server/kit/http/visitors.ts';
import { type Job, startJobs } from '#server/kit/jobs/jobs.ts';
import { findFileTools } from '#server/kit/media/file-tools.ts';
import { createPictureReader } from '#server/kit/media/image-reader.ts';
import { findMediaTools } from '#server/kit/media/media-tools.ts';
import { explainRefusal, findOtherOwner } from '#server/kit/ops/data-dir-check.ts';
import { createReadiness, type Readiness } from '#server/kit/ops/health.ts';
import { requestLog } from '#server/kit/ops/log.ts';
import type { Metrics } from '#server/kit/ops/metrics.ts';
import { readVersion } from '#server/kit/ops/version.ts';
import { createOutgoing } from '#server/kit/outgoing/outgoing.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { noLimits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { reportIsolation } from '#server/kit/security/isolation-level.ts';
import { readOldSecrets, readSecret } from '#server/kit/security/secret.ts';
import { makeWritableFolder } from '#server/kit/storage/disk/make-folder.ts';
import { createStorage, describeStorage } from '#server/kit/storage/open.ts';
import { outboxOf } from '#server/platform/mail.ts';
import { createSettings } from '#server/platform/settings.ts';
import { buildApp, type Client } from './app.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { shutOutDemo } from './features/accounts/demo-accounts.ts';
import { hooks } from './hooks.ts';
import { ensureFirstAdmin } from './operations/first-admin.ts';
import { createGuild, createInviteCounter } from './providers/discord/discord-guild.ts';
import { createDiscordWebhooks } from './providers/discord/discord-webhook.ts';
import { createIdentityProviders } from './providers/identity-providers.ts';
import { createMailSender } from './providers/mail.ts';
import { createCampaign } from './providers/patreon-campaign.ts';
import { createSsh } from './providers/ssh.ts';
import { siteJobs } from './site-jobs.ts';
import { watchRuns, watchSite, watchStorage } from './site-metrics.ts';
import { siteNotifications } from './site-notifications.ts';

/** Thrown if the server cannot start. The message is one sentence for the operator. */
export class StartError extends Error {}

/** No write takes a day, so older partial files were left by killed processes. */
const ABANDONED_MS = 86_400_000;

/**
 * `ready` resolves to the site's URL or rejects with StartError. `stop` can be called at any time, even before `ready` settles.
 */
export type RunningServer = { ready: Promise<string>; stop(): Promise<void> };

const attempt = async <T>(sentence: string, run: () => Promise<T> | T): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${sentence}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

type Manifest = Record<string, { file: string; name?: string; css?: string[]; imports?: string[]; assets?: string[] }>;

/** The entry script's source, and the name (as in vite.config.ts) of the chunk that runs before it. */
const ENTRY = 'client/main.tsx';
const EARLY = 'rolldown-runtime';

/** Adds a chunk and everything it imports to the set. */
const addChunk = (manifest: Manifest, key: string, to: Set<string>): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || to.has(key)) return to;
  to.add(key);
  for (const inner of chunk.imports ?? []) addChunk(manifest, inner, to);
  return to;
};

/** Scripts that each page needs besides the entry, by the page's source. The key '' contains those that all pages need. */
const pageModules = (manifest: Manifest): Record<string, string[]> => {
  const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'));
  const filesOf = (page: string): string[] =>
    [...addChunk(manifest, page, addChunk(manifest, ENTRY, new Set()))]
      .filter((key) => key !== ENTRY)
      .map((key) => `/${manifest[key]?.file}`);
  return Object.fromEntries(['', ...pages].map((page) => [page, filesOf(page)]));
};

/** Additional style sheets of each page, by the page's source. */
const pageStyles = (manifest: Manifest, common: readonly string[]): Record<string, string[]> => {
  const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'));
  const sheetsOf = (page: string): string[] =>
    [...addChunk(manifest, page, new Set())]
      .flatMap((key) => (manifest[key]?.css ?? []).map((file) => `/${file}`))
      .filter((file) => !common.includes(file));
  return Object.fromEntries(pages.map((page) => [page, [...new Set(sheetsOf(page))]]));
};

/** Loads the built client from `dist/`, which `npm start` and `npm run build` create. */
export async function readClient(projectDir: string): Promise<Client> {
  const dist = join(projectDir, 'dist');
  const manifest = JSON.parse(readFileSync(join(dist, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = manifest[ENTRY];
  const early = Object.values(manifest).find(({ name }) => name === EARLY);
  if (!entry || !early) throw new Error('dist/client has no entry');
  const renderer = await import(pathToFileURL(join(dist, 'server/server-entry.js')).href);
  const allStyles = Object.values(manifest).flatMap(({ css = [] }) => css.map((file) => `/${file}`));
  const styles = (entry.css ?? []).map((file) => `/${file}`);
  const signedInStyles = [...new Set(allStyles.filter((file) => /\/signed-in-/.test(file)))];
  const fonts = (entry.assets ?? []).filter((file) => /instrument.*\.woff2$/.test(file));
  return {
    renderer,
    folder: join(dist, 'client'),
    imagesFolder: join(dist, 'images'),
    fontsFolder: join(dist, 'fonts'),
    assets: {
      early: `/${early.file}`,
      scripts: [`/${entry.file}`],
      styles,
      signedInStyles,
      pageStyles: pageStyles(manifest, [...styles, ...signedInStyles]),
      preloads: fonts.map((file) => `/${file}`),
      modules: pageModules(manifest),
    },
  };
}

type Closer = () => Promise<unknown> | unknown;

/** Starts the server. If a part fails to open, the parts opened before it are closed again. */
export function openServer(config: Config, options: { demo: boolean }): RunningServer {
  const closers: Closer[] = [];
  // Closers are removed as they run, so that a second call only closes what was opened after the first.
  const closeAll = async (): Promise<void> => {
    let failed: unknown = null;
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failed ??= error;
      }
    }
    if (failed) throw failed;
  };
  const open = async (): Promise<string> => {
    try {
      return await openParts(config, options, closers);
    } catch (error) {
      await closeAll().catch(() => {});
      const refusal = explainRefusal(config.dataDir, error);
      if (refusal !== null) throw new StartError(refusal, { cause: error });
      if (error instanceof StartError) throw error;
      throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
  return { ready: open(), stop: closeAll };
}

/** Opens all parts in order and records how to close each. Resolves to the site's URL. */
const openParts = async (config: Config, options: { demo: boolean }, closers: Closer[]): Promise<string> => {
  const log = requestLog(config.logLevel);
  // Comes before anything is created, so that a start that fails because of a busy port leaves nothing behind.
  if (config.port !== null) await demandFreePort(config);
  const other = findOtherOwner(config.dataDir);
  if (other !== null) throw new StartError(`The site cannot start: ${other.what}. Start it as that user.`);
  await attempt(`The folder ${config.dataDir} cannot be written`, () => makeWritableFolder(config.dataDir));
  // The migrations of the running version. If more are added to the folder later, they belong to the next version.
  const migrations = await listMigrationNames();
  const secret = await attempt(`The keys in ${config.dataDir} cannot be read or created`, () => readSecret(config));
  // Comes before anything slow, so that a missing build is reported immediately. A process that only runs jobs renders no pages.
  const client =
    config.port === null ? null : await attempt('The pages are not built', () => readClient(config.projectDir));
  const embedded = config.databaseUrl ? null : await startEmbedded(config, log);
  if (embedded) closers.push(() => embedded.stop());
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  // Features that need a real database session (the bus, advisory locks, the job queue, migrations) bypass a connection pooler.
  const direct = config.databaseDirectUrl === null ? connection : { connectionString: config.databaseDirectUrl };
  const ownerUrl = config.databaseOwnerUrl;
  if (ownerUrl !== null)
    log.warn(
      {},
      'DATABASE_OWNER_URL is set for this process: remove it here, and run `npm run migrate` with it before each start',
    );
  const owner = embedded?.ownerConnection ?? (ownerUrl === null ? null : { connectionString: ownerUrl });
  const database = openDatabase(connection, { direct });
  closers.push(database.close);
  const queue = direct === connection ? database : openDatabase(direct);
  if (queue !== database) closers.push(queue.close);
  const where = embedded ? 'The embedded database cannot be used' : 'The database of DATABASE_URL cannot be used';
  await attempt(where, () => database.pool.query('select 1'));
  const isGuarded = await attempt(where, () =>
    prepareDatabase({ site: direct, owner }, log, { acceptNewer: config.acceptNewerDatabase }),
  );
  if (!isGuarded) log.warn({}, 'The role of DATABASE_URL could change the audit log: see DATABASE_OWNER_URL');
  const bus: Bus = await attempt(where, () => createBus({ connection: direct, log }));
  closers.push(bus.close);
  const metrics = config.opsPort === null ? null : (await import('#server/kit/ops/metrics.ts')).createMetrics();
  const opened = await createStorage(config);
  const storage = metrics ? watchStorage(opened, metrics) : opened;
  const files = describeStorage(config).replace(/^./, (first) => first.toUpperCase());
  await attempt(`${files} cannot be used`, () => storage.ready());
  // A failure is only logged, because the site works without this, for example with credentials that can only read and write.
  await storage.removeAbandoned(new Date(Date.now() - ABANDONED_MS)).catch((error: unknown) => {
    log.warn({ err: error }, 'Partial files of killed processes could not be removed from the storage');
  });

  await reportIsolation(log);
  const media = await findMediaTools({ path: config.ffmpegPath, log });
  if (config.ffmpegPath !== null && !media)
    throw new StartError(`The program ${config.ffmpegPath} of FFMPEG_PATH cannot be run or lacks ffprobe next to it.`);
  const tools = await findFileTools(config, log);
  if (config.sevenZipPath !== null && !tools.listSevenZip)
    throw new StartError(`The program ${config.sevenZipPath} of SEVENZIP_PATH cannot be run.`);
  if (config.pdftoppmPath !== null && !tools.readPdf)
    throw new StartError(`The program ${config.pdftoppmPath} of PDFTOPPM_PATH cannot be run.`);

  let address = config.publicUrl ?? '';
  const now = () => new Date();
  const settings = createSettings({ db: database.db, bus, log });
  const outgoing = createOutgoing({
    standIn: config.outgoingStandIn,
    fakes: [config.providers.discord?.base],
    site: () => address,
  });
  const deps: Deps = {
    config,
    log,
    now,
    db: database.db,
    pool: database.pool,
    bus,
    storage,
    settings,
    pictures: createPictureReader({ log }),
    media,
    tools,
    limits: config.rateLimits ? standardLimits : noLimits,
    sendMail: createMailSender({
      smtpUrl: config.smtpUrl,
      outboxFolder: outboxOf(config.dataDir),
      sender: async () => ({ siteName: (await settings.get()).siteName, publicUrl: address }),
      log,
    }),
    providers: createIdentityProviders(config.providers, { now }),
    campaign: createCampaign(config, { now }),
    guild: createGuild(config, { now }),
    countByInvite: createInviteCounter(config, { now }),
    discordWebhooks: createDiscordWebhooks({
      base: config.providers.discord?.base ?? null,
      outgoing,
      site: () => address,
    }),
    outgoing,
    ssh: createSsh({ networks: config.toolboxNetworks }),
    hooks,
    notificationKinds: siteNotifications,
    secret,
    oldSecrets: readOldSecrets(config),
    publicUrl: () => address,
    visitorName: createVisitorNames(secret, now),
  };
  await attempt('The first content could not be created', () =>
    fillStarter(deps, {
      demo: options.demo,
      onResource: (trx, id) => requestFilePreviews(trx, id, { isUnhurried: true }),
    }),
  );
  await shutOutDemo(deps);
  const databaseRoom = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(join(config.dataDir, 'postgres', 'data'));
    return bavail * bsize;
  };
  const readiness = createReadiness(deps, migrations, embedded ? databaseRoom : null);
  if (metrics) watchSite(deps, metrics);
  // Opened before the parts that it reports on, so it closes after them and can report that the process is stopping until the
  // very end.
  const ops = metrics && (await openOps(metrics, readiness, config));
  if (ops) closers.push(() => new Promise((done) => ops.close(done)));
  const jobs = await startJobs<Deps>({
    pool: queue.pool,
    jobs: siteJobs as readonly Job<unknown, Deps>[],
    deps,
    workers: config.workers,
    log,
    onRun: metrics ? watchRuns(metrics) : undefined,
  });
  closers.push(() => jobs.stop());
  if (deps.guild) await registerCommandsAt(database.db);
  if (!client) {
    closers.push(readiness.drain);
    return `${ops ? addressOf(ops) : ''} (health and metrics; this process only runs jobs)`;
  }
  const app = await buildApp(deps, client, metrics, readiness);
  closers.push(async () => {
    readiness.drain();
    // Gives front servers time to notice that the server is stopping. Requests are still served during that time.
    if (app.server.listening) await sleep(config.stopDelaySeconds * 1000);
    await app.close();
  });
  await listen(app, config);
  address ||= addressOf(app.server);
  // Comes last, because the administrator's link needs the site's URL.
  await ensureFirstAdmin(deps);
  return address;
};

const addressOf = (server: Pick<Server, 'address'>): string =>
  `http://localhost:${(server.address() as AddressInfo).port}`;

const openOps = (
  metrics: Metrics,
  { findTrouble }: Readiness,
  { projectDir, opsPort, opsHost }: Config,
): Promise<Server> =>
  attempt(`The port ${opsPort} of OPS_PORT cannot be used`, () =>
    metrics.listen(opsPort ?? 0, { host: opsHost, findTrouble, version: readVersion(projectDir) }),
  );

const startEmbedded = (config: Config, log: Deps['log']): Promise<EmbeddedPostgres> =>
  attempt('The embedded database could not be started', () =>
    startEmbeddedPostgres({ home: join(config.dataDir, 'postgres'), log: (line) => log.info({}, line) }),
  );

const listen = async (listener: { listen(at: ListenOptions): unknown }, { port, host }: Config): Promise<void> => {
  try {
    await listener.listen({ port: port ?? 0, host });
  } catch (error) {
    const { code } = error as { code?: string };
    const sentence =
      code === 'EADDRINUSE'
        ? `The port ${port} is in use by another program; set PORT to a free one.`
        : `The server cannot listen on ${host}:${port} (${code ?? 'unknown reason'}).`;
    throw new StartError(sentence, { cause: error });
  }
};

/** Checks that the port is free. @throws StartError if it is not */
const demandFreePort = async (config: Config): Promise<void> => {
  const probe = createServer();
  await listen({ listen: (at) => once(probe.listen(at), 'listening') }, config);
  await new Promise((done) => probe.close(done));
};
