// `npm run dev`: rebuilds and restarts when a source changes. Development mode adds the gallery at /_ui and checks replies.
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { keepDrawings } from './build/keep-drawings.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const SETTLE_MS = 200;
keepDrawings();
let server: ChildProcess | null = null;
let timer: NodeJS.Timeout | undefined;

const hasCredentials = ['GOOGLE', 'DISCORD', 'PATREON'].some((name) => process.env[`${name}_CLIENT_ID`]);
// They outlive the server's restarts, so that a link made before one still has its tokens after it.
const site = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`;
const fakes = hasCredentials ? null : await startProviderFakes({ site });
// A given variable is kept, like one for requests of the server to pages elsewhere.
const given = Object.entries(process.env).filter(([, value]) => value);
if (fakes) process.stdout.write(`Google, Discord and Patreon are stand-ins at ${fakes.url}: no credentials are set.\n`);

const launch = (): void => {
  server = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: project,
    stdio: 'inherit',
    env: { ...fakes?.env, ...Object.fromEntries(given), NODE_ENV: 'development' },
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

for (const room of ['client', 'contract', 'server', 'db', 'demo'])
  watch(`${project}${room}`, { recursive: true }, relaunch);
launch();

// A signal to this process alone must not leave the server running; a terminal sends it to both, which does no harm.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearTimeout(timer);
    if (!server || server.exitCode !== null) process.exit();
    server.removeAllListeners('exit').once('exit', () => process.exit());
    server.kill('SIGTERM');
  });
}
