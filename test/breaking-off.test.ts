// An interrupted maintenance command stops the database server that it started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, it } from 'vitest';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { isServerAlive, shutDown } from '#server/kit/postgres/server.ts';
import { endOf } from '#test/harness/run-script.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';

it('stops the database server if nothing else uses it', { timeout: 60_000 }, async () => {
  const folder = await makeTemporaryHome();
  // If this test runs as root, the database server runs under another account, which needs access to the folder.
  chmodSync(folder, 0o711);
  const data = join(folder, 'postgres', 'data');
  try {
    const embedded = await startEmbeddedPostgres({ home: join(folder, 'postgres'), durable: false });
    await prepareDatabase({ site: embedded.connection, owner: embedded.ownerConnection });
    // Two connections are needed, because within a single transaction, pg_stat_activity always returns the first result.
    const [holder, looker] = [new pg.Client(embedded.ownerConnection), new pg.Client(embedded.ownerConnection)];
    for (const client of [holder, looker]) await client.on('error', () => {}).connect();
    await holder.query('begin');
    await holder.query('lock table likes in access exclusive mode');
    const command = spawn(process.execPath, ['scripts/backup.ts', join(folder, 'backups')], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', NODE_ENV: 'production' },
    });
    let said = '';
    command.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const ended = endOf(command);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'helix backup'`;
    await expect.poll(async () => (await looker.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    await looker.end();
    // From here on, only the command and the `holder` connection use the server.
    await embedded.stop();
    expect(isServerAlive(data)).toBe(true);
    command.kill('SIGINT');
    await holder.end();
    expect(await ended).toBe(1);
    expect(said).toBe('No backup was made: it was interrupted\n');
    expect(isServerAlive(data)).toBe(false);
  } finally {
    await shutDown({ data });
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['doctor', []],
  ['backup', ['backups']],
  ['jobs', []],
])('%s exits quietly when its output is closed, and stops its server', { timeout: 60_000 }, async (name, args) => {
  const folder = await makeTemporaryHome();
  chmodSync(folder, 0o711);
  const data = join(folder, 'postgres', 'data');
  try {
    const embedded = await startEmbeddedPostgres({ home: join(folder, 'postgres'), durable: false });
    await prepareDatabase({ site: embedded.connection, owner: embedded.ownerConnection });
    await embedded.stop();
    expect(isServerAlive(data)).toBe(false);
    const command = spawn(process.execPath, [`scripts/${name}.ts`, ...args.map((arg) => join(folder, arg))], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', NODE_ENV: 'production' },
    });
    // Like `| head -0`: nobody reads the output.
    command.stdout.destroy();
    let said = '';
    command.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const [code] = await once(command, 'close');
    expect(said).toMatch(/^(?:[^\n]*: its output could not be written \(EPIPE\)\n)?$/);
    expect(code).toBe(1);
    expect(isServerAlive(data)).toBe(false);
  } finally {
    await shutDown({ data });
    rmSync(folder, { recursive: true, force: true });
  }
});
