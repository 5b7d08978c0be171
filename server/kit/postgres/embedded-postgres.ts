// Provides PostgreSQL without installing a database server. Runs the real server from npm on a separate socket and restarts it if
// it dies.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LOCKS } from '#server/kit/db/locks.ts';
import { clearAbandonedUpgrade } from './abandoned-servers.ts';
import type { PackagedServer } from './files.ts';
import { type Cluster, connectOrLaunch, isServerAlive, PORT, prepareCluster, shutDown } from './server.ts';

/** Connection settings of the embedded database; `host` is the folder of its socket. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
};

export type EmbeddedPostgres = {
  /** The site's connection, with a role that owns nothing (kit/db/db-roles.ts). */
  connection: EmbeddedConnection;
  /** Connection with the role that owns and migrates the database. */
  ownerConnection: EmbeddedConnection;
  /** Disconnects from the server and shuts it down if no other process uses it. Close the pools first. */
  stop(): Promise<void>;
};

export const OWNER = 'helix';
export const SITE = 'helix_site';

/**
 * Starts PostgreSQL in `home`, or joins the server another process has started there, and restarts it whenever it dies. The first
 * start creates the data folder, the role and database `helix` (an owner without superuser rights), and the site's own role,
 * which has no rights until `prepareDatabase` grants them.
 * @param options.home folder for data, socket, log and a copy of the server (about 100 MB with an empty database)
 * @param options.durable false only for disposable databases: nothing is synced to disk
 * @param options.server server programs to use instead of those npm installed for this machine
 * @throws Error with a sentence for the operator that names DATABASE_URL or DATA_DIR where that helps
 */
export async function startEmbeddedPostgres(options: {
  home: string;
  durable?: boolean;
  server?: PackagedServer | undefined;
  log?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const { home, durable = true, log = () => {} } = options;
  // Done before comparing versions, so that servers left running by a killed upgrade are stopped even if this start fails.
  await clearAbandonedUpgrade(home);
  const cluster = await prepareCluster(home, durable, options.server);
  let stopping = false;
  let recovery: Promise<void> | undefined;
  // This connection is held for as long as the process uses the server. Other processes count it before they stop the server, and
  // if it ends, the server has stopped.
  let keeper = await connectToDatabase(cluster, log);
  watch();

  function watch() {
    keeper.once('end', () => {
      if (!stopping) recovery = recover();
    });
    reference(keeper).unref();
  }

  async function recover() {
    log('PostgreSQL has stopped; restarting it');
    for (let pause = 250; !stopping; pause = Math.min(pause * 2, 10_000)) {
      try {
        keeper = await connectOrLaunch(cluster, log);
        log('PostgreSQL is running again');
        return watch();
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  return {
    connection: { host: cluster.socket, port: PORT, user: SITE, database: OWNER, ssl: false },
    ownerConnection: { host: cluster.socket, port: PORT, user: OWNER, database: OWNER, ssl: false },
    async stop() {
      if (stopping) return;
      stopping = true;
      await recovery;
      reference(keeper).ref();
      try {
        if (!(await isUsedByOthers(keeper))) await shutDown(cluster);
      } catch (error) {
        // The server stopped while this connection was open, either because another process stopped it or because it crashed. In
        // both cases, there is nothing left to stop.
        if (isServerAlive(cluster.data)) log(`PostgreSQL was not stopped: ${(error as Error).message}`);
      } finally {
        await keeper.end().catch(() => {});
      }
    },
  };
}

// @types/pg lacks these two methods.
function reference(client: pg.Client) {
  return client as unknown as { ref(): void; unref(): void };
}

async function connectToDatabase(cluster: Cluster, log: (line: string) => void): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = await connectOrLaunch(cluster, log);
    try {
      await makeRolesAndDatabase(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      // An exiting process may stop the server at the very moment this one joins it.
      if (attempt === 3) throw error;
    }
  }
}

export async function makeRolesAndDatabase(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCKS.postgresSetUp]);
  for (const role of [OWNER, SITE]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (!rowCount) await client.query(`create role ${role} login`);
  }
  const databases = await client.query('select from pg_database where datname = $1', [OWNER]);
  if (!databases.rowCount) await client.query(`create database ${OWNER} owner ${OWNER}`);
  await client.query('select pg_advisory_unlock($1)', [LOCKS.postgresSetUp]);
}

async function isUsedByOthers(client: pg.Client): Promise<boolean> {
  // Serialised, because two processes stopping at the same time would otherwise each see the other and leave the server running.
  await client.query('select pg_advisory_lock($1)', [LOCKS.postgresStop]);
  // The server takes a few milliseconds to drop the connections of a pool that was just closed.
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (!rows[0]?.others) return false;
    await sleep(50);
  }
  return true;
}
