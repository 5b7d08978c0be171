// A site that runs as if on several machines: two web processes behind nginx and a worker, each with its own data folder. They
// share one PostgreSQL (over TCP), one Redis and one storage backend.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { readStorageUrl } from '#server/kit/storage/settings.ts';
import { createSession } from '#server/platform/sessions.ts';
import { type Closers, createClosers } from '#test/repository/closers.ts';
import { type Backends, startBalancer } from './balancer.ts';
import { startExternalPostgres } from './external-postgres.ts';
import type { Person } from './harness.ts';
import { findFreePort } from './nginx.ts';
import { startRedis } from './redis.ts';
import { fillElements } from './server-process.ts';
import { type Site, startSite } from './site-process.ts';
import { startSwift } from './swift.ts';

type ProcessName = keyof Backends | 'worker';

/** Age of the accounts that are added. The limits for new accounts apply for one day only (rate-limits.ts, newAccounts). */
const ACCOUNT_AGE_MS = 3 * 86_400_000;

/**
 * Starts everything, with rate limits on. Requests that bypass the load balancer set `X-Forwarded-For` themselves.
 * @param options.env variables for all processes, in addition to those that make them one site
 * @param options.service stores files in S3-compatible storage (test/harness/swift.ts) instead of a shared folder
 * @param options.closers receives cleanup functions during the start, so that the caller can cancel an unfinished start
 */
export async function startScaledSite(
  options: { env?: Record<string, string>; service?: boolean; closers?: Closers } = {},
) {
  const { closers = createClosers() } = options;
  const starting = { onStart: closers.add };
  const folder = mkdtempSync(join(tmpdir(), 'helix-scaled-'));
  chmodSync(folder, 0o711);
  closers.add(async () => rmSync(folder, { recursive: true, force: true }));
  try {
    const [postgres, redis] = await Promise.all([startExternalPostgres(starting), startRedis(starting)]);
    await prepareDatabase({
      site: { connectionString: postgres.siteUrl },
      owner: { connectionString: postgres.ownerUrl },
    });
    const database = openDatabase({ connectionString: postgres.siteUrl });
    closers.add(database.close);
    const { db } = database;

    const addPerson = async (role: 'USER' | 'LEAKER' | 'ADMIN' = 'USER', passwordHash = 'none') => {
      const username = `${role.toLowerCase()}-${randomUUID().slice(0, 8)}`;
      const email = `${username}@people.example`;
      const now = new Date();
      const { id } = await db
        .insertInto('users')
        .values({
          username,
          email,
          role,
          password_hash: passwordHash,
          email_verified_at: now,
          created_at: new Date(now.getTime() - ACCOUNT_AGE_MS),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const token = await createSession(db, { userId: id, userAgent: 'test', now });
      return { id, username, email, headers: { cookie: `token=${token}` } } satisfies Person;
    };
    if (options.env?.DEMO !== 'force') await fillElements({ db, addPerson: () => addPerson('LEAKER') });

    const ports = { 'app-1': await findFreePort(), 'app-2': await findFreePort() };
    const frontPort = await findFreePort();
    const swift = options.service ? await startSwift(starting) : null;
    const address = swift ? await swift.makeBucket('site') : 'disk';
    const storage = await createStorage({ dataDir: folder, storage: readStorageUrl(address, swift?.keys ?? null) });
    await storage.ready();
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: `http://127.0.0.1:${frontPort}`,
      TRUST_PROXY: 'loopback',
      DATABASE_URL: postgres.siteUrl,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      // The same database with another application name, to distinguish the sessions of the two URLs.
      DATABASE_DIRECT_URL: `${postgres.siteUrl}?application_name=helix-direct`,
      REDIS_URL: redis.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'on',
      DEMO: 'off',
      OPS_PORT: '0',
      ...swift?.envOf(address),
      ...options.env,
    };
    const processes = new Map<ProcessName, Site>();
    // Stop these in parallel, because each keeps serving during its STOP_DELAY.
    const ofProcesses = createClosers({ atOnce: true });
    closers.add(ofProcesses.closeAll);
    const start = async (name: ProcessName): Promise<void> => {
      const dataDir = join(folder, name);
      mkdirSync(dataDir, { recursive: true });
      // All machines share either the object storage or one common folder.
      if (!swift && !processes.has(name)) symlinkSync(join(folder, 'files'), join(dataDir, 'files'));
      const own = name === 'worker' ? { PORT: 'off', WORKERS: '2' } : { PORT: String(ports[name]), WORKERS: '0' };
      processes.set(name, await startSite({ ...env, ...own, DATA_DIR: dataDir }, { onStart: ofProcesses.add }));
    };
    const stopProcess = async (name: ProcessName): Promise<void> => await processes.get(name)?.stop();
    // If the worker creates demo content, start it first. Otherwise, the other processes would create it too, then discard it.
    if (env.DEMO === 'force') await start('worker');
    await Promise.all((['app-1', 'app-2', 'worker'] as const).filter((name) => !processes.has(name)).map(start));
    const balancer = await startBalancer({ folder, port: frontPort, backends: ports, ...starting });

    return {
      url: balancer.url,
      folder,
      db,
      storage,
      postgres,
      redis,
      balancer,
      addPerson,
      // URL of one process, bypassing the load balancer.
      urlOf: (name: keyof Backends): string => `http://127.0.0.1:${ports[name]}`,
      processOf: (name: ProcessName): Site => {
        const found = processes.get(name);
        if (!found) throw new Error(`there is no ${name}`);
        return found;
      },
      start,
      stopProcess,
      stop: closers.closeAll,
    };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

export type ScaledSite = Awaited<ReturnType<typeof startScaledSite>>;
