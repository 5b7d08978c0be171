import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { endOf } from '#test/run-script.ts';
import { makeTemporaryHome } from '#test/temporary-homes.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPackagedServer, type PackagedServer } from './postgres-files.ts';
import { isServerAlive, shutDown } from './postgres-server.ts';
import { upgradeCluster } from './postgres-upgrade.ts';
import { prepareDatabase } from './site-role.ts';

const LIMIT_MS = 120_000;
const tell = (): void => {};

/** PostgreSQL 17 from npm, where it is installed: a development dependency under a name of its own. */
const findOlder = (): PackagedServer | null => {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve('embedded-postgres-17')));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    return null;
  }
};
const older = findOlder();

const withClient = async <T>(connection: pg.ClientConfig, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

/** A home with a person and a line of the audit log in its database, stopped. */
const fillHome = async (server?: PackagedServer): Promise<string> => {
  const home = await makeTemporaryHome();
  const started = await startEmbeddedPostgres({ home, durable: false, server });
  await prepareDatabase({ site: started.connection, owner: started.ownerConnection });
  await withClient(started.connection, async (client) => {
    await client.query(`insert into users (username, email) values ('ada', 'ada@people.example')`);
    await client.query(
      `insert into audit_log (at, actor_name, action, subject_kind, subject_id) select now(), 'a', 'b', 'c', n::text from generate_series(1, 500) n`,
    );
  });
  await started.stop();
  return home;
};

const lookInto = async (home: string) => {
  const started = await startEmbeddedPostgres({ home, durable: false });
  await prepareDatabase({ site: started.connection, owner: started.ownerConnection });
  const found = await withClient(started.connection, async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as major, (select count(*)::int from audit_log) as lines,
         (select username from users) as person, has_table_privilege('audit_log', 'UPDATE') as may`,
    );
    await client.query(
      `insert into audit_log (at, actor_name, action, subject_kind, subject_id) values (now(), 'a', 'b', 'c', 'd')`,
    );
    return rows[0];
  });
  await started.stop();
  return found;
};

describe('a later major version', { timeout: LIMIT_MS }, () => {
  it('builds a new data folder with the same rows and keeps that of before', async () => {
    const home = await fillHome();
    try {
      expect(await upgradeCluster({ home, oldPrograms: null, tell })).toBeNull();
      const done = await upgradeCluster({ home, oldPrograms: null, rebuild: true, durable: false, tell });
      expect(done?.rows).toBeGreaterThan(500);
      expect(existsSync(join(done?.kept ?? '', 'PG_VERSION'))).toBe(true);
      expect(await lookInto(home)).toMatchObject({ lines: 500, person: 'ada', may: false });
      expect(readdirSync(home).filter((name) => /upgrading|upgraded/.test(name))).toEqual([]);
      // Killed between its last two steps: the new folder is whole, and has not its name yet.
      renameSync(join(home, 'data'), join(home, 'data.upgraded'));
      expect(await lookInto(home)).toMatchObject({ lines: 501, person: 'ada' });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('says in one sentence why it cannot', async () => {
    const home = await makeTemporaryHome();
    const packaged = findPackagedServer();
    const running = await startEmbeddedPostgres({ home, durable: false });
    try {
      const next = { ...packaged, version: '19.0.0' };
      await expect(upgradeCluster({ home, oldPrograms: null, server: next, tell })).rejects.toThrow(
        /is running: stop all/,
      );
      await running.stop();
      await expect(startEmbeddedPostgres({ home, durable: false, server: next })).rejects.toThrow(
        /was written by PostgreSQL 18, which version 19\.0\.0 cannot read: run npm run database:upgrade/,
      );
      const former = { ...packaged, version: '17.0.0' };
      await expect(upgradeCluster({ home, oldPrograms: null, server: former, tell })).rejects.toThrow(
        /is of PostgreSQL 18, and 17/,
      );
      await expect(upgradeCluster({ home, oldPrograms: '/nowhere', server: next, tell })).rejects.toThrow(
        /no bin\/postgres in/,
      );
      for (const name of readdirSync(home).filter((entry) => entry.startsWith('server-18.')))
        rmSync(join(home, name), { recursive: true });
      await expect(upgradeCluster({ home, oldPrograms: null, server: next, tell })).rejects.toThrow(
        /name its folder with --old-programs/,
      );
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  /** The command, up to where both servers run. */
  const startUpgrade = async (folder: string) => {
    const command = spawn(process.execPath, ['scripts/upgrade-database.ts', '--rebuild'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', NODE_ENV: 'production' },
    });
    const said: string[] = [];
    command.stderr?.on('data', (text: Buffer) => said.push(text.toString()));
    const ended = endOf(command);
    const places = ['data', 'data.upgrading'].map((name) => join(folder, 'postgres', name));
    await expect.poll(() => said.join('') || places.every(isServerAlive), { timeout: 30_000, interval: 10 }).toBe(true);
    return { command, ended, said, places };
  };

  it('is broken off and killed without a trace: no server stays, and the site has its database', async () => {
    const folder = await makeTemporaryHome();
    // Started by root, the server's own account goes through it.
    chmodSync(folder, 0o711);
    const home = join(folder, 'postgres');
    renameSync(await fillHome(), home);
    try {
      const first = await startUpgrade(folder);
      first.command.kill('SIGINT');
      expect(await first.ended).toBe(1);
      expect(first.said.join('')).toBe('The database was not upgraded: it was broken off\n');
      expect(first.places.map(isServerAlive)).toEqual([false, false]);
      expect(readdirSync(home).filter((name) => /upgrading|upgraded/.test(name))).toEqual([]);
      const second = await startUpgrade(folder);
      await expect(startEmbeddedPostgres({ home, durable: false })).rejects.toThrow(/is being upgraded at this moment/);
      second.command.kill('SIGKILL');
      await second.ended;
      expect(second.places.map(isServerAlive)).toEqual([true, true]);
      expect(await lookInto(home)).toMatchObject({ lines: 500, person: 'ada' });
      expect(await upgradeCluster({ home, oldPrograms: null, rebuild: true, durable: false, tell })).toMatchObject({
        rows: expect.any(Number),
      });
      expect(second.places.map(isServerAlive)).toEqual([false, false]);
    } finally {
      for (const name of ['data', 'data.upgrading']) await shutDown({ data: join(home, name) });
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(!older)('reads what PostgreSQL 17 wrote, by the programs that its starts left behind', async () => {
    const home = await fillHome(older ?? undefined);
    try {
      await expect(startEmbeddedPostgres({ home, durable: false })).rejects.toThrow(/written by PostgreSQL 17/);
      const done = await upgradeCluster({ home, oldPrograms: null, durable: false, tell });
      expect(done).toMatchObject({ from: '17', to: '18' });
      expect(await lookInto(home)).toMatchObject({ major: 18, lines: 500, person: 'ada', may: false });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
