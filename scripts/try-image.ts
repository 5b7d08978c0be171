// `npm run image:try`: follows deploy/Containerfile without a container. Runs its commands in a clean copy of the project, then
// runs the program as a non-root user who can only write to the data folder and /tmp. Needs root, for the mounts.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readContainerfile } from './build/containerfile.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const USER = 10_001;
/** Much longer than a normal start, because a busy machine generates the first content slowly. */
const READY_LIMIT_MS = 300_000;
const SYSTEM = /^(apt-get|useradd|install) /;

const fail = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};
const tell = (line: string): void => void process.stdout.write(`${line}\n`);

if (process.getuid?.() !== 0) fail('This needs root, to mount folders in a separate namespace.');

const image = readContainerfile(readFileSync(join(project, 'deploy/Containerfile'), 'utf8'));
const [build, final] = image.stages;
if (!build || !final) fail('deploy/Containerfile must have two stages.');

const folder = mkdtempSync('/var/tmp/helix-image-');
chmodSync(folder, 0o755);
const root = join(folder, 'srv');
const data = join(folder, 'data');
const home = join(folder, 'home');
for (const own of [root, data, home]) {
  mkdirSync(own);
  chownSync(own, USER, USER);
}

const ignored = readFileSync(join(project, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
/** Whether .dockerignore excludes a path. As in Docker, the last line that matches the path applies. */
const isIgnored = (path: string): boolean => {
  const speaks = (line: string): boolean => {
    const pattern = line.replace(/^!/, '');
    return matchesGlob(path, pattern) || path.startsWith(`${pattern}/`);
  };
  return ignored.findLast(speaks)?.startsWith('!') === false;
};
/** Copies what `COPY . .` would copy: the project's files, except those listed in .dockerignore. */
const copyProject = (): number => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
  });
  const files = String(listed)
    .split('\0')
    .filter((path) => path !== '')
    .filter((path) => !isIgnored(path));
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(project, path), join(root, path));
  }
  execFileSync('chown', ['-R', `${USER}:${USER}`, root]);
  return files.length;
};

const asUser = ['setpriv', '--reuid', String(USER), '--regid', String(USER), '--clear-groups', '--no-new-privs'];
/** This machine's npm registry and proxy settings, which image builders also receive. */
const npmSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_|NODE_EXTRA_CA_CERTS$|SSL_CERT_|https?_proxy$|no_proxy$)/i.test(name),
  ),
);
const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;

const end = (code: number): never => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};

if (existsSync(join(homedir(), '.npmrc'))) cpSync(join(homedir(), '.npmrc'), join(home, '.npmrc'));
execFileSync('chown', ['-R', `${USER}:${USER}`, home]);
tell(`${copyProject()} project files copied to ${root}`);
for (const { name, text } of build?.steps ?? []) {
  if (name !== 'RUN') continue;
  tell(`RUN ${text}`);
  const begun = performance.now();
  const [program = '', ...given] = [...asUser, 'sh', '-c', text];
  const { status } = spawnSync(program, given, {
    cwd: root,
    stdio: 'inherit',
    env: { ...npmSettings, PATH, HOME: home, npm_config_cache: join(home, '.npm') },
  });
  if (status !== 0) {
    process.stderr.write(`The command exited with ${status}: ${text}\n`);
    end(1);
  }
  tell(`  ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
for (const { name, text } of final?.steps ?? [])
  if (name === 'RUN')
    tell(`RUN ${text}\n  ${SYSTEM.test(text) ? 'not run here: it only changes the system of the image' : 'not known'}`);
execFileSync('chown', ['-R', 'root:root', root]);

const env = { ...image.env, HOST: '127.0.0.1', PORT: '0', OPS_PORT: '39100', DATA_DIR: data, DEMO: 'off', PATH };
// A separate passwd file that includes the user, as in the image, because PostgreSQL needs the user's name.
const people = join(folder, 'passwd');
writeFileSync(
  people,
  `${readFileSync('/etc/passwd', 'utf8').trimEnd()}\nhelix:x:${USER}:${USER}::${data}:/usr/sbin/nologin\n`,
);
const mounts = [
  `mount --bind ${people} /etc/passwd`,
  `mount --bind ${data} ${data}`,
  // Mount everything read-only, then the writable parts: the data folder, and an in-memory /tmp.
  `mount --bind ${root} ${root}`,
  'mount --make-rprivate /',
  'mount -o remount,bind,ro /',
  `mount -o remount,bind,ro ${root}`,
  `mount -o remount,bind,rw ${data}`,
  'mount -t tmpfs tmpfs /tmp',
].join(' && ');
const proof =
  'if touch written 2>/dev/null || touch /usr/written 2>/dev/null; then echo "the file system is writable"; exit 9; fi';
const start = `${mounts} && cd ${root} && exec ${asUser.join(' ')} sh -c '${proof}; exec ${image.command.join(' ')}'`;
tell(`CMD ${image.command.join(' ')}, as user ${USER}, everything but ${data} read-only`);
const site = spawn('unshare', ['--mount', 'sh', '-c', start], { env, stdio: ['ignore', 'pipe', 'inherit'] });
let output = '';
site.stdout.on('data', (chunk: Buffer) => {
  output += chunk.toString();
});
const isHealthy = (): boolean => {
  const [program = '', ...given] = image.healthcheck;
  return spawnSync(program === 'node' ? process.execPath : program, given, { env, stdio: 'ignore' }).status === 0;
};
const limit = Date.now() + READY_LIMIT_MS;
while (site.exitCode === null && !isHealthy() && Date.now() < limit) await sleep(2000);
while (site.exitCode === null && !/ready at/.test(output) && Date.now() < limit) await sleep(100);
const url = /ready at (http:\S+)/.exec(output)?.[1];
if (site.exitCode !== null || !url) {
  process.stderr.write(`The site did not start:\n${output}\n`);
  if (site.exitCode === null) {
    const gone = once(site, 'exit');
    site.kill('SIGTERM');
    await gone;
  }
  end(1);
}
let isRight = true;
for (const path of ['/', '/api/resources', '/resources', '/healthz', '/readyz']) {
  const { status } = await fetch(`${url}${path}`);
  tell(`${status} ${path}`);
  isRight &&= status === 200;
}
site.kill('SIGTERM');
const [code] = await once(site, 'exit');
tell(`stopped with code ${code}`);
end(isRight && code === 0 ? 0 : 1);
