// A site whose database can be killed: a durable PostgreSQL server in the site's DATA_DIR, kept running only by the site.
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { isServerAlive, readServerPid, SUPERUSER } from '#server/kit/postgres/server.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';

export type OwnCluster = {
  test: TestApp;
  data: string;
  /**
   * Starts a server process that uses the embedded database.
   * @param options.under a program that runs the process in a separate mount namespace, with another disk for the data; the
   * running database is stopped first, and the process starts it again in that namespace
   */
  start(env?: Record<string, string>, options?: { under?: readonly string[] }): Promise<ServerProcess>;
  /** Connects to the database as superuser, over its socket. */
  connectAdmin(): Promise<pg.Client>;
  /** Pid from postmaster.pid; the server may no longer be running. */
  pid(): number;
  stop(): Promise<void>;
};

export async function openOwnCluster(): Promise<OwnCluster> {
  // The folder name contains this process's ID. If this process is killed, a later run finds the folder and stops the database.
  const home = await makeTemporaryHome();
  const folder = mkdtempSync(join(tmpdir(), 'helix-faults-'));
  chmodSync(folder, 0o711);
  symlinkSync(home, join(folder, 'postgres'));
  let keeper: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = await startEmbeddedPostgres({ home });
  const { connection, ownerConnection } = keeper;
  await prepareDatabase({ site: connection, owner: ownerConnection });
  const database = { connection, ownerConnection, drop: async () => {} };
  const test = await startTestApp({ beside: { folder, database } });
  await fillElements(test);
  const data = join(home, 'data');
  let server: ServerProcess | null = null;
  // Prefix for the path of the data folder if the database runs in another mount namespace.
  let root = '';
  const pid = (): number => readServerPid(root + data) ?? 0;
  const letGo = async (): Promise<void> => {
    await keeper?.stop();
    keeper = null;
  };
  return {
    test,
    data,
    async start(env = {}, { under = [] } = {}) {
      if (under.length > 0) {
        await letGo();
        // The application under test is still connected, so force a fast shutdown.
        process.kill(pid(), 'SIGINT');
        while (isServerAlive(data)) await sleep(20);
      }
      server = await startServerProcess(test, { DATABASE_URL: '', ...env }, { under });
      if (under.length > 0) root = `/proc/${server.pid}/root`;
      // The site's process uses the database now. From here on, only that process restarts it.
      await letGo();
      return server;
    },
    async connectAdmin() {
      const { host, port } = connection;
      const client = new pg.Client({ host, port, user: SUPERUSER, database: 'postgres' });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    pid,
    async stop() {
      const last = root === '' ? 0 : pid();
      await test.stop();
      await server?.stop();
      await keeper?.stop();
      // The mount namespace exists as long as a process runs in it, so stop a database that was not shut down properly.
      if (last > 0 && existsSync(`/proc/${last}`)) process.kill(last, 'SIGQUIT');
      for (const made of [folder, home]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
