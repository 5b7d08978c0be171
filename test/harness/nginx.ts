// A real nginx (Debian package nginx-light), configured exactly as docs/operations.md describes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const manual = fileURLToPath(new URL('../../docs/operations.md', import.meta.url));
const START_LIMIT_MS = 10_000;

/** Whether nginx is installed on this machine. */
export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The lowest port that the kernel assigns automatically, to connections and to servers that ask for any free port. */
const FIRST_GIVEN = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]);
/** The lowest port to use, above all ports that `fetch` refuses. */
const FIRST_TAKEN = 11_000;

/** A port that stays free while its server restarts, because the kernel never assigns it automatically. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_TAKEN, Math.max(FIRST_GIVEN, FIRST_TAKEN + 10_000));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const closed = once(server, 'close');
    server.close();
    await closed;
    return port;
  }
}

const replaced = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new Error(`docs/operations.md has no "${from}" in its nginx configuration`);
  return text.replaceAll(from, to);
};

export type Nginx = { url: (path: string) => string; pid: number; stop(): Promise<void> };

/**
 * Starts nginx in front of a site that listens on a port. Compression is enabled except where the configuration disables it.
 * @param options.objects the folder of stored files
 * @param options.locations additional nginx locations, for comparisons
 */
export async function startNginx(options: {
  folder: string;
  sitePort: string;
  objects: string;
  locations?: string;
}): Promise<Nginx> {
  const port = await findFreePort();
  const folder = join(options.folder, 'nginx');
  mkdirSync(folder, { recursive: true });
  const given = /```nginx\n(.*?)```/s.exec(readFileSync(manual, 'utf8'))?.[1] ?? '';
  let server = replaced(given, 'http://127.0.0.1:3000', `http://127.0.0.1:${options.sitePort}`);
  server = replaced(server, '/path/to/DATA_DIR/files/objects/', `${options.objects}/`);
  server = replaced(server, 'listen 80;', `listen 127.0.0.1:${port}; ${options.locations ?? ''}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    // As root, nginx would switch to a user that can't enter the temporary folder, so everything runs in one process.
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 64; }
    http {
      access_log off; gzip on; gzip_types *; gzip_proxied any;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${server}
    }`,
  );
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  nginx.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const limit = Date.now() + START_LIMIT_MS;
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false))) {
    if (Date.now() > limit || nginx.exitCode !== null) throw new Error(`nginx did not start: ${complaint}`);
  }
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    pid: nginx.pid ?? 0,
    async stop() {
      if (nginx.exitCode !== null) return;
      const gone = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await gone;
    },
  };
}
