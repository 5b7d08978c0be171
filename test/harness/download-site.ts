// A real server process with its own database, for downloads of any size: resources stored without disk flushes, URLs for a user
// who sees no ads, and measurements of the process's CPU time and memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { buildElements } from '#demo/seed/build.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import type { EmbeddedConnection } from '#server/kit/postgres/embedded-postgres.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { createSession } from '#server/platform/sessions.ts';
import { findFreePort } from './nginx.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const MIB = 1024 * 1024;
const ROWS_AT_ONCE = 5000;
const FILES_AT_ONCE = 8;

/** A file to create, given by its content or only by its length in bytes. */
export type MadeFile = { path: string; content: Buffer } | { path: string; size: number };

const block = randomBytes(MIB);

/** Generates bytes in which no two MiB are equal, so that a swapped or missing chunk is noticed. `size` may exceed memory. */
function* makeBytes(path: string, size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += MIB) {
    const piece = Buffer.from(block.subarray(0, Math.min(MIB, size - at)));
    piece.write(`${at} ${path}`, 0);
    yield piece;
  }
}

/** CPU time that a process has used so far, in seconds, across all threads. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const memoryOf = (pid: number, field: string): number =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

const resourceOf = (authorId: string, title: string, fileCount: number) => ({
  author_id: authorId,
  title,
  description: '',
  category: 'Free',
  editor: 'After Effects',
  type: 'overlay',
  tags: [],
  licence: 'CC0',
  status: 'APPROVED',
  file_count: fileCount,
  file_size: 0,
});

/** Sets up a site's database. `start` starts its server, always on the same port, even after the server was killed. */
export async function openDownloadSite(connection: EmbeddedConnection, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'helix-downloads-'));
  chmodSync(folder, 0o711);
  const { db, close } = openDatabase(connection, { statementTimeoutMs: 0 });
  const storage = await createStorage(readConfig({ DATA_DIR: folder, ...env }, project));
  await storage.ready();
  const { host, port: databasePort, user, database } = connection;
  let server: ChildProcess | null = null;
  let output = '';
  // Keep the same port across restarts, because URLs contain it.
  const port = env.PORT ?? String(await findFreePort());

  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: folder,
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${databasePort}`,
        SECRET_KEY: 'not a secret, but long enough for tests',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        DEMO: 'off',
        WORKERS: '0',
        PORT: port,
        ...env,
      },
    });
    server = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        said += chunk.toString();
        if (/ready at http\S/.test(said)) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${output}`)));
    });
  };

  // Ends the server, either with SIGKILL and without any cleanup, or gracefully with SIGTERM.
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const child = server;
    server = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  const addPerson = async (): Promise<string> => {
    const name = `person-${randomUUID().slice(0, 8)}`;
    const { id } = await db
      .insertInto('users')
      .values({ username: name, email: `${name}@people.example`, role: 'USER', password_hash: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('grants')
      .values({ user_id: id, source: 'admin', reference: id, starts_at: new Date(0), ends_at: null })
      .execute();
    return id;
  };
  const person = await addPerson();
  // These rows make the server skip rendering the built-in elements on first start. Rendering takes longer than most tests.
  const elements = buildElements(new Date()).map(({ slug }) => ({ ...resourceOf(person, 'An element', 0), slug }));
  await db.insertInto('resources').values(elements).execute();
  const cookie = `token=${await createSession(db, { userId: person, userAgent: 'test', now: new Date() })}`;

  // Stores large files the way uploads are stored. Small ones skip the disk flushes, which would take too long for 70,000 files.
  const store = async (key: string, file: MadeFile) => {
    const isLarge = 'size' in file && file.size > 64 * MIB;
    if (isLarge) return await storage.put(key, Readable.from(makeBytes(file.path, file.size)));
    const content = 'size' in file ? Buffer.concat([...makeBytes(file.path, file.size)]) : file.content;
    if (storage.remote) return await storage.put(key, content);
    const path = join(folder, 'files', 'objects', storage.frontPath(key) ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { size: content.length, sha256, crc32: crc32(content) };
  };

  return {
    db,
    storage,
    folder,
    cookie,
    start,
    kill: () => end('SIGKILL'),
    // Server output so far.
    output: () => output,
    url: (path = ''): string => `http://127.0.0.1:${port}${path}`,
    // Path of a stored file on disk.
    pathOf: (key: string): string => join(folder, 'files', 'objects', storage.frontPath(key) ?? ''),
    // CPU time so far in seconds, peak memory since the last `forgetPeak` in MiB, and current memory in MiB.
    usage: () => {
      const pid = server?.pid ?? 0;
      return { cpuSeconds: cpuSecondsOf(pid), peakMib: memoryOf(pid, 'VmHWM'), mib: memoryOf(pid, 'VmRSS') };
    },
    forgetPeak: (): void => writeFileSync(`/proc/${server?.pid}/clear_refs`, '5'),
    // Adds an approved resource with these files; returns its id and their storage keys.
    addResource: async (files: readonly MadeFile[]): Promise<{ id: string; keys: string[] }> => {
      const { id } = await db
        .insertInto('resources')
        .values(resourceOf(person, 'A pack to download', files.length))
        .returning('id')
        .executeTakeFirstOrThrow();
      // Object storage takes a while for each file, so files are stored in parallel. The disk is fast enough without that.
      const rows = await mapConcurrently(
        [...files.entries()],
        storage.remote ? FILES_AT_ONCE : 1,
        async ([index, file]) => {
          const key = `r/${id}/${index}`;
          return { resource_id: id, path: file.path, storage_key: key, ...(await store(key, file)) };
        },
      );
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        await db
          .insertInto('resource_files')
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .execute();
      }
      return { id, keys: rows.map(({ storage_key }) => storage_key) };
    },
    // A new URL with a ticket, for this resource's ZIP or one of its files; the user has Premium.
    addressOf: async (id: string, file?: string): Promise<string> => {
      const query = file === undefined ? '' : `?file=${encodeURIComponent(file)}`;
      const answer = await fetch(`http://127.0.0.1:${port}/api/resources/${id}/download-url${query}`, {
        headers: { cookie },
      });
      if (answer.status !== 200) throw new Error(`no URL: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { downloadUrl: string }).downloadUrl;
    },
    async stop(): Promise<void> {
      await end('SIGTERM');
      await close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export type DownloadSite = Awaited<ReturnType<typeof openDownloadSite>>;
