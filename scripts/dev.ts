// `npm run dev`: rebuilds and restarts when a source changes. Development mode adds the gallery at /_ui and checks replies.
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const SETTLE_MS = 200;
let server: ChildProcess | null = null;
let timer: NodeJS.Timeout | undefined;

const launch = (): void => {
  server = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  });
};

const relaunch = (): void => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const old = server;
    if (!old || old.exitCode !== null) return launch();
    old.once('exit', launch);
    old.kill('SIGTERM');
  }, SETTLE_MS);
};

for (const room of ['client', 'contract', 'server', 'db', 'starter'])
  watch(`${project}${room}`, { recursive: true }, relaunch);
launch();
