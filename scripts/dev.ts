// `npm run dev`: rebuilds and restarts the server when a source file changes. Development mode adds the gallery at /_ui and
// validates responses.
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
// The provider fakes keep running across server restarts, so that linked accounts keep their tokens.
const site = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`;
const fakes = hasCredentials ? null : await startProviderFakes({ site });
// Variables set by the caller take precedence, for example OUTGOING_STAND_IN.
const given = Object.entries(process.env).filter(([, value]) => value);
if (fakes) process.stdout.write(`No credentials set: stand-ins for Google, Discord and Patreon run at ${fakes.url}.\n`);

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

// Stops the server even if a signal reaches only this process. A terminal sends it to both processes, which is harmless.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearTimeout(timer);
    if (!server || server.exitCode !== null) process.exit();
    server.removeAllListeners('exit').once('exit', () => process.exit());
    server.kill('SIGTERM');
  });
}
