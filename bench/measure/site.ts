// Starts a site with a catalogue of a given size, and a bare server on the same database, as separate processes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { fillCatalogue } from '../rows/catalogue.ts';
import { resourceIdOf } from '../rows/catalogue-rows.ts';
import { type BenchServer, findDatabaseServer, launchServer, readDatabaseCpuSeconds } from './servers.ts';

export const browserHeaders = {
  accept: 'text/html,application/xhtml+xml',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
};

/** How long to wait after sending a bus message. Processes receive it within a few milliseconds, but do not confirm it. */
const DELIVERY_MS = 100;

export type BenchSite = {
  rows: number;
  fillSeconds: number;
  ours: BenchServer;
  bare: BenchServer;
  /** IDs of public resources, spread over the whole catalogue. */
  visibleIds: string[];
  /** CPU time used by the whole database server, in seconds. */
  databaseCpuSeconds(): number;
  db: Kysely<DB>;
  /** Connection settings, to start more servers on the same database. */
  connection: Connection;
  /** Connects as the database's owner, with a single connection and no statement timeout. */
  owner: Kysely<DB>;
  /** Notifies the site that resources have changed, so that it clears its caches. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

/** Fetches the body of a page as it is sent to a browser. */
export function fetchPage(port: number, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, headers: browserHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/**
 * Seeds the database in a folder if it is not seeded yet, and starts both servers. If `keep` is true, the folder is not deleted
 * afterwards.
 */
export async function openSite(folder: string, rows: number, keep: boolean): Promise<BenchSite> {
  mkdirSync(folder, { recursive: true });
  const server = await startEmbeddedPostgres({ home: join(folder, 'postgres'), durable: false });
  const stop = async (): Promise<void> => {
    await server.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareDatabase({ site: server.connection, owner: server.ownerConnection });
    // Seeded as the owner, because rows are inserted in bulk with triggers disabled.
    const { db, close: closeFilling } = openDatabase(server.ownerConnection, { statementTimeoutMs: 0 });
    const filled = await db.selectFrom('search_entries').select('id').limit(1).executeTakeFirst();
    const fillSeconds = filled ? 0 : await fillCatalogue(db, rows);
    await closeFilling();
    const owner = openDatabase(server.ownerConnection, { statementTimeoutMs: 0, max: 1 });
    const site = await serveSite(folder, server.connection);
    return {
      ...site,
      owner: owner.db,
      rows,
      fillSeconds,
      close: async () => {
        await site.close();
        await owner.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const VISIBLE_IDS = 200;

const findVisibleIds = async (db: Kysely<DB>): Promise<string[]> => {
  const { count } = await db
    .selectFrom('resources')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  // Select more than needed, since some are hidden or pending.
  const step = Math.max(1, Math.floor(count / (VISIBLE_IDS * 1.5)));
  const some = Array.from({ length: Math.floor(count / step) }, (_, index) => resourceIdOf(1 + index * step));
  const visible = await db
    .selectFrom('search_entries')
    .select('id')
    .where('id', 'in', some)
    .limit(VISIBLE_IDS)
    .execute();
  return visible.map(({ id }) => id);
};

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];

/** Environment variables for a server that uses the given database and stores its files in `folder`. */
export function siteEnv(folder: string, { host, user, database }: Connection): Record<string, string> {
  return {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: 'a key for this bench only, never used elsewhere',
    NODE_ENV: 'production',
    PORT: '0',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    WORKERS: '0',
    DATA_DIR: join(folder, 'data'),
  };
}

/** Starts both servers on a seeded database. They store their files in `folder`. */
export async function serveSite(
  folder: string,
  connection: Connection,
): Promise<Omit<BenchSite, 'rows' | 'fillSeconds' | 'owner'>> {
  const env = siteEnv(folder, connection);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const { db, close: closeDatabase } = openDatabase(connection, { statementTimeoutMs: 0, max: 1 });
    closers.push(closeDatabase);
    const ours = await launchServer('scripts/start.ts', env);
    closers.push(() => ours.stop());
    const bytesFile = join(folder, 'bytes');
    writeFileSync(bytesFile, await fetchPage(ours.port, '/resources'));
    const bare = await launchServer('bench/peers/bare.ts', { ...env, BYTES_FILE: bytesFile });
    closers.push(() => bare.stop());
    const visibleIds = await findVisibleIds(db);
    const { rows: backends } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const databaseServer = findDatabaseServer(backends[0]?.pid ?? 0);
    const databaseCpuSeconds = () => readDatabaseCpuSeconds(databaseServer);
    const forget = async (): Promise<void> => {
      await sql`select pg_notify('helix', 'resources:bench')`.execute(db);
      await sleep(DELIVERY_MS);
    };
    return { ours, bare, visibleIds, databaseCpuSeconds, db, connection, forget, close };
  } catch (error) {
    await close();
    throw error;
  }
}
