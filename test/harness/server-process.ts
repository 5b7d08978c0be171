// Separate server processes that use the database and files of an application under test, which creates the users and rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildElements } from '#demo/seed/build.ts';
import type { TestApp } from './harness.ts';
import { TEST_SECRET } from './secret.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

export type ServerProcess = {
  url: string;
  pid: number;
  /** Current memory use, in MiB. */
  rssMib(): number;
  isAlive(): boolean;
  output(): string;
  /** Stops it gracefully; returns how long that took, in milliseconds. */
  stop(): Promise<number>;
  /** Kills it without any cleanup. */
  kill(): Promise<void>;
  /** Its exit code, or the signal that ended it; null while it runs. */
  exit(): number | string | null;
};

/** Adds rows named like the built-in elements, so that servers skip rendering them, which takes longer than most tests. */
export async function fillElements({ db, addPerson }: Pick<TestApp, 'db' | 'addPerson'>): Promise<void> {
  return fillElementsOf(db, await addPerson('leaker'));
}

/** Like `fillElements`, for a database without an application; `author` must exist in it. */
export async function fillElementsOf(db: TestApp['db'], author: { id: string }): Promise<void> {
  const rest = {
    description: '',
    category: 'Free',
    editor: 'After Effects',
    type: 'overlay',
    tags: [],
    licence: 'CC0',
  };
  const elements = buildElements(new Date()).map(({ slug }) => ({
    ...rest,
    slug,
    author_id: author.id,
    title: 'An element',
    status: 'APPROVED',
    file_count: 1,
    file_size: 0,
  }));
  await db.insertInto('resources').values(elements).execute();
}

/**
 * Starts a process and waits until it reports that it is ready. Call `fillElements` first.
 * @param options.under a program that takes the command as its last arguments and executes it in the same process, such as
 * `['unshare', '--mount']`
 */
export async function startServerProcess(
  { database, folder }: Pick<TestApp, 'database' | 'folder'>,
  env: Record<string, string> = {},
  { under = [] }: { under?: readonly string[] } = {},
): Promise<ServerProcess> {
  const { host, port, user, database: name } = database.connection;
  const [program = '', ...given] = [...under, process.execPath, 'server/main.ts'];
  const child = spawn(program, given, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      SECRET_KEY: TEST_SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      WORKERS: '0',
      PORT: '0',
      ...env,
    },
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /ready at (http\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1].replace('localhost', '127.0.0.1'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${output}`)));
  });
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url,
    pid: child.pid ?? 0,
    rssMib: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024),
    isAlive,
    output: () => output,
    async stop() {
      const begun = performance.now();
      if (isAlive()) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      return performance.now() - begun;
    },
    async kill() {
      if (!isAlive()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    exit: () => child.signalCode ?? child.exitCode,
  };
}
