// A real nginx in front of several processes, using deploy/nginx.conf itself. Like an administrator, it adds and removes servers
// by editing the configuration and reloading it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Starting } from '#test/repository/closers.ts';

const given = readFileSync(fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)), 'utf8');
const START_LIMIT_MS = 10_000;
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Ports of the processes, by their names in the configuration. */
export type Backends = Record<'app-1' | 'app-2', number>;

export type Balancer = {
  url: string;
  /** Sends no more requests to a process; its current requests can finish. Resolves when nginx has applied the change. */
  takeOut(name: keyof Backends): Promise<void>;
  putIn(name: keyof Backends): Promise<void>;
  stop(): Promise<void>;
};

const replaced = (text: string, from: string | RegExp, to: string): string => {
  const changed = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
  if (changed === text) throw new Error(`deploy/nginx.conf has no ${from}`);
  return changed;
};

/** Pids of nginx's worker processes. */
const workersOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

/**
 * Starts nginx on a port, in front of processes that need not be running yet.
 * @param options.edit changes the configuration for a test
 * @param options.onStart receives the stop function before nginx is ready
 */
export async function startBalancer(
  options: {
    folder: string;
    port: number;
    backends: Backends;
    edit?: (configuration: string) => string;
  } & Starting,
): Promise<Balancer> {
  const folder = join(options.folder, 'nginx');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'nginx.conf');
  const out = new Set<string>();

  const write = (): void => {
    let site = replaced(given, 'listen 80;', `listen 127.0.0.1:${options.port};`);
    for (const [name, port] of Object.entries(options.backends)) {
      site = replaced(site, `server ${name}:3000 `, `server 127.0.0.1:${port} ${out.has(name) ? 'down ' : ''}`);
    }
    writeFileSync(
      path,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events { worker_connections 512; }
      http {
        access_log off;
        ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        ${options.edit?.(site) ?? site}
      }`,
    );
  };

  write();
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  nginx.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const stop = async (): Promise<void> => {
    if (nginx.exitCode !== null || nginx.signalCode !== null) return;
    const gone = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await gone;
  };
  options.onStart?.(stop);
  const pid = nginx.pid ?? 0;
  const until = async (isDone: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + START_LIMIT_MS; !(await isDone()); await sleep(20)) {
      if (Date.now() > end || nginx.exitCode !== null) throw new Error(`nginx did not apply the change: ${complaint}`);
    }
  };
  const url = `http://127.0.0.1:${options.port}`;
  await until(() => fetch(`${url}/healthz`).then(Boolean, () => false));

  const reload = async (): Promise<void> => {
    const before = new Set(workersOf(pid));
    write();
    nginx.kill('SIGHUP');
    await until(() => workersOf(pid).some((worker) => !before.has(worker)));
    // The old workers stop accepting requests when the new ones start, so all later requests reach the new ones.
    await until(() => fetch(`${url}/healthz`).then(Boolean, () => false));
  };
  return {
    url,
    takeOut: (name) => {
      out.add(name);
      return reload();
    },
    putIn: (name) => {
      out.delete(name);
      return reload();
    },
    stop,
  };
}
