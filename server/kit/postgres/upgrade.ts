/**
 * Upgrades the embedded database to another major version of PostgreSQL: runs both servers side by side, copies the rows, and
 * swaps the folders once the copy is complete. The old folder is kept.
 */
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { loadDatabase, withSnapshot } from '#server/kit/db/database-copy.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { refuseBeforeBaseline } from '#server/kit/db/migrations.ts';
import { clearAbandonedUpgrade, socketPrefix, UPGRADE_STOP_LIMIT_MS, upgradingFolder } from './abandoned-servers.ts';
import { makeRolesAndDatabase, OWNER, SITE } from './embedded-postgres.ts';
import { findPackagedServer, findServerAccount, installServer, makeOwnFolder, type PackagedServer } from './files.ts';
import { openOldPrograms } from './programs.ts';
import {
  type Cluster,
  connectOrLaunch,
  initialise,
  isServerAlive,
  majorOf,
  PORT,
  readMajor,
  settingsFor,
  shutDown,
  upgradedFolder,
} from './server.ts';

export type Upgraded = {
  from: string;
  to: string;
  tables: number;
  rows: number;
  /** Path of the old folder after the upgrade. */
  kept: string;
};

const connectionOf = (cluster: Cluster, user: string) => ({
  host: cluster.socket,
  port: PORT,
  user,
  database: OWNER,
  ssl: false as const,
});

/** A server that runs only during the upgrade, on a separate socket, so that the site cannot connect to it. */
const clusterAt = (home: string, name: string, data: string, given: { bin: string; durable: boolean }): Cluster => {
  const account = findServerAccount(join(home, 'data'));
  const socket = fs.mkdtempSync(socketPrefix(process.pid));
  makeOwnFolder(socket, account);
  const logFile = join(home, `upgrade-${name}.log`);
  return { bin: given.bin, data, socket, logFile, account, settings: settingsFor(given.durable) };
};

/**
 * Upgrades the embedded database in `home` to the installed version.
 * @param options.oldPrograms a folder with the old version's `bin/postgres`, or its package; by default, the copy in `home`
 * @param options.rebuild builds a new folder with the same rows even if the version is the same
 * @param options.durable false only for disposable databases
 * @param options.signal aborts the upgrade: both servers are stopped, and the old folder stays unchanged
 * @returns null if there is nothing to do
 * @throws Error with a one-sentence message; the old folder stays unchanged
 */
export async function upgradeCluster(options: {
  home: string;
  oldPrograms: string | null;
  rebuild?: boolean;
  server?: PackagedServer;
  durable?: boolean;
  signal?: AbortSignal;
  tell(line: string): void;
}): Promise<Upgraded | null> {
  const { oldPrograms, rebuild = false, durable = true, server = findPackagedServer(), signal, tell } = options;
  const data = join(options.home, 'data');
  if (!fs.existsSync(join(data, 'PG_VERSION'))) throw new Error(`there is no embedded database in ${options.home}`);
  const home = fs.realpathSync(options.home);
  const [from, to] = [readMajor(data), majorOf(server.version)];
  if (from === to && !rebuild) return null;
  if (Number(from) > Number(to))
    throw new Error(`the database is from PostgreSQL ${from}, but ${to} is installed: keep the previous version`);
  const scratch = upgradingFolder(home);
  await clearAbandonedUpgrade(home);
  if (isServerAlive(fs.realpathSync(data)))
    throw new Error('the database is running: stop all processes of the site first');
  refuseLittleRoom(home, data);

  const upgrading = fs.readdirSync(home).filter((name) => name.startsWith(basename(scratch)));
  for (const left of [...upgrading.map((name) => join(home, name)), upgradedFolder(home)])
    fs.rmSync(left, { recursive: true, force: true });
  const bin = installServer(server, home);
  const programs = openOldPrograms({ home, major: from, named: oldPrograms, account: findServerAccount(data) });
  const old = clusterAt(home, 'old', fs.realpathSync(data), { bin: programs.bin, durable });
  const next = clusterAt(home, 'new', scratch, { bin, durable });
  try {
    tell(`PostgreSQL ${from} → ${to}: starting both …`);
    await initialise(next, durable);
    signal?.throwIfAborted();
    const counted = await moveRows(old, next, { tell, signal });
    await Promise.all([old, next].map((cluster) => shutDown(cluster, UPGRADE_STOP_LIMIT_MS)));
    signal?.throwIfAborted();
    if (isServerAlive(old.data) || isServerAlive(next.data)) throw new Error('a server did not stop');
    fs.renameSync(scratch, upgradedFolder(home));
    const kept = join(home, `data-${from}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
    fs.renameSync(data, kept);
    // If the process is killed here, the next start does this last rename.
    fs.renameSync(upgradedFolder(home), data);
    return { from, to, ...counted, kept };
  } catch (error) {
    // After an abort, report the abort rather than the errors it caused.
    signal?.throwIfAborted();
    throw error;
  } finally {
    for (const cluster of [old, next]) {
      await shutDown(cluster, UPGRADE_STOP_LIMIT_MS).catch(() => {});
      fs.rmSync(cluster.socket, { recursive: true, force: true });
    }
    fs.rmSync(scratch, { recursive: true, force: true });
    programs.remove();
  }
}

const folderBytes = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(join(entry.parentPath, entry.name)).size, 0);

const refuseLittleRoom = (home: string, data: string): void => {
  const { bavail, bsize } = fs.statfsSync(home);
  const needed = folderBytes(data);
  if (bavail * bsize < needed)
    throw new Error(`the disk of ${home} is too full: the new folder may take ${Math.ceil(needed / 1e6)} MB`);
};

const moveRows = async (
  old: Cluster,
  next: Cluster,
  { tell, signal }: { tell(line: string): void; signal: AbortSignal | undefined },
): Promise<{ tables: number; rows: number }> => {
  const keepers = [await connectOrLaunch(old, tell), await connectOrLaunch(next, tell)] as const;
  // Both servers have started by now. An abort during their start is caught by the first `throwIfAborted` below.
  const end = (): void => {
    for (const cluster of [old, next]) shutDown(cluster, UPGRADE_STOP_LIMIT_MS).catch(() => {});
  };
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    await makeRolesAndDatabase(keepers[1]);
    const owners = { old: connectionOf(old, OWNER), next: connectionOf(next, OWNER) };
    return await withSnapshot(owners.old, async (snapshot) => {
      await refuseBeforeBaseline(snapshot.migrations);
      for (const { name } of snapshot.others)
        tell(`  ${name} is a table of another program and stays in the old folder`);
      await prepareDatabase({ site: connectionOf(next, SITE), owner: owners.next }, undefined, {
        only: snapshot.migrations,
      });
      let rows = 0;
      const counts = new Map<object, () => number>();
      await loadDatabase(
        owners.next,
        { tables: snapshot.tables, sequences: await snapshot.sequences(), migrations: snapshot.migrations },
        {
          read(table) {
            const out = snapshot.readTable(table);
            counts.set(table, out.rows);
            return out.stream;
          },
          rowsOf: (table) => counts.get(table)?.() ?? Number.NaN,
          onTable(table, count) {
            rows += count;
            if (count > 100_000) tell(`  ${table.name}: ${count} rows`);
          },
        },
      );
      return { tables: snapshot.tables.length, rows };
    });
  } finally {
    signal?.removeEventListener('abort', end);
    for (const keeper of keepers) await keeper.end().catch(() => {});
  }
};
