// A site as it is run on several machines: two processes for visitors and one for jobs, each with a data folder of its own, on a
// PostgreSQL over TCP, a Redis and one storage, with nginx in front.
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

/** Older than the day in which accounts may do less (rate-limits.ts, newAccounts). */
const ACCOUNT_AGE_MS = 3 * 86_400_000;

/**
 * Starts everything; the limits against abuse hold. A caller whom no front server stands for says with `X-Forwarded-For` who
 * they are.
 * @param options.env variables of all processes beside those that make them one site
 * @param options.service keeps files in a service that speaks S3 (test/harness/swift.ts), not in a folder that all processes have
 * @param options.closers are told of everything as it starts; whoever has them can end a start that is not done
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
      // Another name for the same: so the sessions of the two can be told apart.
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
    // Together: each goes on serving for its STOP_DELAY.
    const ofProcesses = createClosers({ atOnce: true });
    closers.add(ofProcesses.closeAll);
    const start = async (name: ProcessName): Promise<void> => {
      const dataDir = join(folder, name);
      mkdirSync(dataDir, { recursive: true });
      // What several machines share is the storage: a service, or one folder of all.
      if (!swift && !processes.has(name)) symlinkSync(join(folder, 'files'), join(dataDir, 'files'));
      const own = name === 'worker' ? { PORT: 'off', WORKERS: '2' } : { PORT: String(ports[name]), WORKERS: '0' };
      processes.set(name, await startSite({ ...env, ...own, DATA_DIR: dataDir }, { onStart: ofProcesses.add }));
    };
    const stopProcess = async (name: ProcessName): Promise<void> => await processes.get(name)?.stop();
    // One after the other where content is made: the others would make it too, and take it back.
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
      // Past the balancer: the address of one process.
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
