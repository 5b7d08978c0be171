import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { appliedMigrations } from '#server/kit/db/migrations.ts';
import { BEFORE_BASELINE, replaceMigrations } from '#test/harness/before-baseline.ts';
import { findOlderPostgres, initialiseData } from '#test/harness/older-postgres.ts';
import { endOf, expectOneSentence, runScript } from '#test/harness/run-script.ts';
import { fillElementsOf } from '#test/harness/server-process.ts';
import { startSite } from '#test/harness/site-process.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPackagedServer, installServer, type PackagedServer } from './files.ts';
import { isServerAlive, shutDown } from './server.ts';
import { upgradeCluster } from './upgrade.ts';

const LIMIT_MS = 120_000;
const tell = (): void => {};

const older = findOlderPostgres();

const withClient = async <T>(connection: pg.ClientConfig, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

/** Home folder of a stopped server; its database contains one user and 500 audit log entries. */
const fillHome = async (server?: PackagedServer): Promise<string> => {
  const home = await makeTemporaryHome();
  if (server) {
    // The server's account must be able to enter the folder, but this test bypasses the code that would set the mode.
    chmodSync(home, 0o711);
    const major = Number.parseInt(server.version, 10);
    await initialiseData(installServer(server, home), join(home, 'data'), { major, authHost: 'reject' });
  }
  const started = await startEmbeddedPostgres({ home, durable: false, server });
  await prepareDatabase({ site: started.connection, owner: started.ownerConnection });
  const { db, close } = openDatabase(started.connection);
  const person = { username: 'ada', email: 'ada@people.example' };
  // Adds the initial content now, because a later start would otherwise have to add it and take longer.
  await fillElementsOf(db, await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow());
  await close();
  await withClient(started.connection, async (client) => {
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

/** One hash per table, independent of the order of its rows. */
const digestsOf = async (home: string, server?: PackagedServer): Promise<Record<string, string>> => {
  const started = await startEmbeddedPostgres({ home, durable: false, server });
  try {
    return await withClient(started.ownerConnection, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')
         and tablename not like 'kysely%' and tablename <> 'migrations' order by 1`,
      );
      const found: Record<string, string> = {};
      for (const { name } of rows) {
        const { rows: digests } = await client.query<{ digest: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as digest from ${name} t`,
        );
        found[name] = digests[0]?.digest ?? '';
      }
      return found;
    });
  } finally {
    await started.stop();
  }
};

describe('a later major version', { timeout: LIMIT_MS }, () => {
  it('builds a new data folder with the same rows and keeps the old one', async () => {
    const home = await fillHome();
    try {
      expect(await upgradeCluster({ home, oldPrograms: null, tell })).toBeNull();
      const done = await upgradeCluster({ home, oldPrograms: null, rebuild: true, durable: false, tell });
      expect(done?.rows).toBeGreaterThan(500);
      expect(existsSync(join(done?.kept ?? '', 'PG_VERSION'))).toBe(true);
      expect(await lookInto(home)).toMatchObject({ lines: 500, person: 'ada', may: false });
      expect(readdirSync(home).filter((name) => /upgrading|upgraded/.test(name))).toEqual([]);
      // As if the upgrade had been killed between its last two steps: the new folder is complete but has not been renamed.
      renameSync(join(home, 'data'), join(home, 'data.upgraded'));
      expect(await lookInto(home)).toMatchObject({ lines: 501, person: 'ada' });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('leaves a database from before the first release unchanged', async () => {
    const home = await fillHome();
    const change = async (names: readonly string[]): Promise<string[]> => {
      const server = await startEmbeddedPostgres({ home, durable: false });
      const { db, close } = openDatabase(server.ownerConnection);
      const before = await appliedMigrations(db);
      await replaceMigrations(db, names);
      await close();
      await server.stop();
      return before;
    };
    try {
      const names = await change(BEFORE_BASELINE);
      await expect(upgradeCluster({ home, oldPrograms: null, rebuild: true, durable: false, tell })).rejects.toThrow(
        /^The database was created before the first release .* nothing was changed\.$/,
      );
      expect(await change(names)).toEqual(BEFORE_BASELINE);
      expect(await lookInto(home)).toMatchObject({ lines: 500, person: 'ada' });
      expect(readdirSync(home).filter((name) => /upgrading|upgraded|data-/.test(name))).toEqual([]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('explains in one sentence why it cannot run', async () => {
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
        /is from PostgreSQL 18, but 17/,
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

  // Starts the command and waits until both servers are running.
  const startUpgrade = async (folder: string) => {
    const command = spawn(process.execPath, ['scripts/upgrade-database.ts', '--rebuild'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
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

  it('can be aborted or killed without a trace: no server remains, and the site keeps its database', async () => {
    const folder = await makeTemporaryHome();
    // When root runs this test, the server's account must be able to enter the folder.
    chmodSync(folder, 0o711);
    const home = join(folder, 'postgres');
    renameSync(await fillHome(), home);
    try {
      const first = await startUpgrade(folder);
      first.command.kill('SIGINT');
      expect(await first.ended).toBe(1);
      expect(first.said.join('')).toBe('The database was not upgraded: it was interrupted\n');
      expect(first.places.map(isServerAlive)).toEqual([false, false]);
      expect(readdirSync(home).filter((name) => /upgrading|upgraded/.test(name))).toEqual([]);
      const second = await startUpgrade(folder);
      await expect(startEmbeddedPostgres({ home, durable: false })).rejects.toThrow(/is being upgraded by process/);
      second.command.kill('SIGKILL');
      await second.ended;
      expect(second.places.map(isServerAlive)).toEqual([true, true]);
      expect(await lookInto(home)).toMatchObject({ lines: 500, person: 'ada' });
      expect(second.places.map(isServerAlive)).toEqual([false, false]);
      expect(readdirSync(home).filter((name) => /upgrading|upgraded/.test(name))).toEqual([]);
      expect(await upgradeCluster({ home, oldPrograms: null, rebuild: true, durable: false, tell })).toMatchObject({
        rows: expect.any(Number),
      });
      expect(second.places.map(isServerAlive)).toEqual([false, false]);
    } finally {
      for (const name of ['data', 'data.upgrading']) await shutDown({ data: join(home, name) });
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(!older)('reads what PostgreSQL 16 wrote, with the programs left by its starts', async () => {
    const folder = await makeTemporaryHome();
    chmodSync(folder, 0o711);
    const home = join(folder, 'postgres');
    renameSync(await fillHome(older ?? undefined), home);
    const [old, next] = ['data', 'data.upgrading'].map((name) => join(home, name)) as [string, string];
    try {
      await expect(startEmbeddedPostgres({ home, durable: false })).rejects.toThrow(/written by PostgreSQL 16/);
      const given = { DATA_DIR: folder, DATABASE_URL: '' };
      const killed = await startUpgrade(folder);
      killed.command.kill('SIGKILL');
      await killed.ended;
      expect([old, next].map(isServerAlive)).toEqual([true, true]);
      // Even a failed start stops both servers.
      await expect(startEmbeddedPostgres({ home, durable: false })).rejects.toThrow(/written by PostgreSQL 16/);
      expect([old, next].map(isServerAlive)).toEqual([false, false]);
      expect(existsSync(next)).toBe(false);
      const before = await digestsOf(home, older ?? undefined);
      const done = await runScript('scripts/upgrade-database.ts', given);
      expect(done).toMatchObject({ code: 0, errors: '' });
      expect(done.out).toMatch(/The database was upgraded to PostgreSQL 18: \d+ tables, \d+ rows\./);
      expect(await digestsOf(home)).toEqual(before);
      expect(await lookInto(home)).toMatchObject({ major: 18, lines: 500, person: 'ada', may: false });
      const site = await startSite({ ...given, DEMO: 'off', NODE_ENV: 'production' });
      try {
        expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
        expect((await fetch(`${site.url}/api/users/ada`)).status).toBe(200);
      } finally {
        await site.stop();
      }
    } finally {
      for (const data of [old, next]) await shutDown({ data });
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(!older)('uses the programs of a package whose install script never ran, and rejects others', async () => {
    const folder = await makeTemporaryHome();
    // The server's account must be able to enter the folder.
    chmodSync(folder, 0o711);
    const [home, unpacked] = [join(folder, 'postgres'), join(folder, 'package')];
    const packaged = older as PackagedServer;
    renameSync(await fillHome(packaged), home);
    for (const name of readdirSync(home).filter((entry) => entry.startsWith('server-16.')))
      rmSync(join(home, name), { recursive: true });
    // npm unpacks packages without symbolic links.
    const filter = (path: string): boolean => !lstatSync(path).isSymbolicLink();
    cpSync(packaged.native, join(unpacked, 'native'), { recursive: true, filter });
    const links = join(unpacked, 'native', 'pg-symlinks.json');
    const upgrade = (programs: string) =>
      runScript('scripts/upgrade-database.ts', { DATA_DIR: folder, DATABASE_URL: '' }, ['--old-programs', programs]);
    try {
      renameSync(links, `${links}.aside`);
      expectOneSentence(await upgrade(unpacked), /lack the library libicu\w+\.so\.\d+: reinstall the package with its/);
      renameSync(`${links}.aside`, links);
      expectOneSentence(
        await upgrade(findPackagedServer().native),
        /^The database was not upgraded: the programs in \S+ are for PostgreSQL 18, but the database is from 16$/m,
      );
      expect(readdirSync(home).filter((name) => name.startsWith('server-16.'))).toEqual([]);
      const done = await upgrade(unpacked);
      expect(done).toMatchObject({ code: 0, errors: '' });
      expect(done.out).toMatch(/The database was upgraded to PostgreSQL 18: /);
      expect(readdirSync(home).filter((name) => name.startsWith('server-16.'))).toEqual([]);
      expect(readdirSync(join(unpacked, 'native', 'lib'))).not.toContain('libicuuc.so.60');
      expect(await lookInto(home)).toMatchObject({ major: 18, lines: 500, person: 'ada' });
    } finally {
      for (const name of ['data', 'data.upgrading']) await shutDown({ data: join(home, name) });
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
