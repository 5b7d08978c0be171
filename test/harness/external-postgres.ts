// An external PostgreSQL server, set up as administrators would: reachable over TCP, with passwords, two roles and a database for
// the site. Its programs come from npm.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  findPackagedServer,
  findServerAccount,
  installServer,
  type PackagedServer,
} from '#server/kit/postgres/files.ts';
import type { Starting } from '#test/repository/closers.ts';
import { findFreePort } from './nginx.ts';
import { initialiseData } from './older-postgres.ts';
import { makeTemporaryHome } from './temporary-homes.ts';

const START_LIMIT_MS = 30_000;
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export type ExternalPostgres = {
  /** Values for DATABASE_URL and DATABASE_OWNER_URL. */
  siteUrl: string;
  ownerUrl: string;
  /** The superuser's URL, for inspecting database sessions. */
  adminUrl: string;
  port: number;
  stop(): Promise<void>;
};

/**
 * Starts a server on a free port, with an empty database that one role owns and the site's role uses.
 * @param options.packaged programs to use instead of those bundled with the site
 * @param options.fsync whether commits are durable; off by default, because most tests don't need it
 * @param options.onStart receives the stop function before the server is ready
 */
export async function startExternalPostgres({
  packaged = findPackagedServer(),
  fsync = 'off',
  onStart,
}: {
  packaged?: PackagedServer | undefined;
  fsync?: 'on' | 'off';
} & Starting = {}): Promise<ExternalPostgres> {
  const home = await makeTemporaryHome();
  const account = findServerAccount();
  const data = join(home, 'data');
  const bin = installServer(packaged, home);
  const password = randomBytes(16).toString('hex');
  const port = await findFreePort();
  const options = { ...account, cwd: '/', env: ENVIRONMENT };
  // The account that the server runs as must be able to enter the folder.
  await promisify(execFile)('chmod', ['711', home]);
  await initialiseData(bin, data, { major: Number.parseInt(packaged.version, 10), authHost: 'scram-sha-256' });
  const settings = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `fsync = ${fsync}`];
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  const log = openSync(join(home, 'postgres.log'), 'a');
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', data], { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  const hasEnded = (): boolean => server.exitCode !== null || server.signalCode !== null;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) {
      const gone = once(server, 'exit');
      server.kill('SIGINT');
      await gone;
    }
    await rm(home, { recursive: true, force: true });
  };
  onStart?.(stop);

  const connect = async (): Promise<pg.Client> => {
    for (const end = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
      const client = new pg.Client({ host: data, port, user: 'postgres', database: 'postgres' });
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (Date.now() > end || hasEnded()) throw error;
      }
    }
  };
  const client = await connect();
  for (const role of ['helix', 'helix_site']) await client.query(`create role ${role} login password '${password}'`);
  await client.query(`alter role postgres password '${password}'`);
  await client.query('create database helix owner helix');
  await client.end();
  const urlOf = (role: string): string => `postgres://${role}:${password}@127.0.0.1:${port}/helix`;
  return {
    siteUrl: urlOf('helix_site'),
    ownerUrl: urlOf('helix'),
    adminUrl: urlOf('postgres'),
    port,
    stop,
  };
}
