// A site whose database can be killed: a durable server of its own in the site's DATA_DIR, kept alive only by the site.
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
  /** Its data folder. */
  data: string;
  /**
   * Starts a server process on the embedded database.
   * @param options.under a program that runs it in a separate mount namespace, with another disk for the data; the database is
   * stopped first and then started there
   */
  start(env?: Record<string, string>, options?: { under?: readonly string[] }): Promise<ServerProcess>;
  /** Connects to the database as superuser, over its socket. */
  connectAdmin(): Promise<pg.Client>;
  /** Pid of the database server, running or not. */
  pid(): number;
  stop(): Promise<void>;
};

export async function openOwnCluster(): Promise<OwnCluster> {
  // Named so that a later run finds it if this one is killed; otherwise its database would keep running.
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
  // Prefix of the data folder's path as seen from here.
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
        // The application under test is still connected.
        process.kill(pid(), 'SIGINT');
        while (isServerAlive(data)) await sleep(20);
      }
      server = await startServerProcess(test, { DATABASE_URL: '', ...env }, { under });
      if (under.length > 0) root = `/proc/${server.pid}/root`;
      // The site's process uses the database by now; from here on, only that process restarts it.
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
      // A mount namespace lives on as long as a server that was not shut down properly.
      if (last > 0 && existsSync(`/proc/${last}`)) process.kill(last, 'SIGQUIT');
      for (const made of [folder, home]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
