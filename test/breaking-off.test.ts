// A command of operation that is broken off takes the database along that it has started.
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

it('stops the server when nobody else uses it', { timeout: 60_000 }, async () => {
  const folder = await makeTemporaryHome();
  // Started by root, the server's own account goes through it.
  chmodSync(folder, 0o711);
  const data = join(folder, 'postgres', 'data');
  try {
    const embedded = await startEmbeddedPostgres({ home: join(folder, 'postgres'), durable: false });
    await prepareDatabase({ site: embedded.connection, owner: embedded.ownerConnection });
    // Two: in a transaction the second look would be the first one again.
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
    // From here on the server is the command's alone, but for this connection.
    await embedded.stop();
    expect(isServerAlive(data)).toBe(true);
    command.kill('SIGINT');
    await holder.end();
    expect(await ended).toBe(1);
    expect(said).toBe('No backup was made: it was broken off\n');
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
])('%s ends quietly when nobody reads its output, and stops its server', { timeout: 60_000 }, async (name, args) => {
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
    // As behind `| head -0`: no line finds a reader.
    command.stdout.destroy();
    let said = '';
    command.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const [code] = await once(command, 'close');
    expect(said).toMatch(/^(?:[^\n]*: its output cannot be written \(EPIPE\)\n)?$/);
    expect(code).toBe(1);
    expect(isServerAlive(data)).toBe(false);
  } finally {
    await shutDown({ data });
    rmSync(folder, { recursive: true, force: true });
  }
});
