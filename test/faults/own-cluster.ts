// A site whose database can be killed: a durable server of its own under the site's DATA_DIR, which nobody but the site keeps alive.
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';
import { readServerPid } from '#server/kit/postgres-server.ts';
import { prepareDatabase } from '#server/kit/site-role.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { fillElements, type ServerProcess, startServerProcess } from '../server-process.ts';
import { makeTemporaryHome } from '../temporary-homes.ts';

export type OwnCluster = {
  test: TestApp;
  /** Starts a server process on the embedded database. */
  start(env?: Record<string, string>): Promise<ServerProcess>;
  /** The database server's process, dead or alive. */
  pid(): number;
  stop(): Promise<void>;
};

export const openOwnCluster = async (): Promise<OwnCluster> => {
  // Under a name that a later run knows, should this one be killed: its database would go on.
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
  let server: ServerProcess | null = null;
  return {
    test,
    async start(env = {}) {
      server = await startServerProcess(test, { DATABASE_URL: '', ...env });
      // The site's own process uses the database by now: from here on it alone starts it again.
      await keeper?.stop();
      keeper = null;
      return server;
    },
    pid: () => readServerPid(join(home, 'data')) ?? 0,
    async stop() {
      await test.stop();
      await server?.stop();
      await keeper?.stop();
      for (const made of [folder, home]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
