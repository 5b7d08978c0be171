// Runs before every command with the machine's own Node (20 or newer): installs the packages in the lock file if it has changed,
// and checks that the project's Node is available. Plain JavaScript, because the machine's Node may not support types.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(project, 'node_modules', '.helix-lock-hash');
const wanted = createHash('sha256')
  .update(readFileSync(join(project, 'package-lock.json')))
  .digest('hex');

const stop = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const installed = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

if (!installed()) {
  process.stdout.write('Installing packages (first run or after an update) ...\n');
  const npm = process.env.npm_execpath;
  // Packages may not run install scripts; none needs to (test/start-elsewhere.test.ts).
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm sets these for its children; the inner npm must find its own way.
  const run = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: project, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: project, stdio: 'inherit' });
  if (run.status !== 0) stop('The packages could not be installed, see above. Is the folder writable and npm online?');
  try {
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    writeFileSync(stamp, wanted);
  } catch (error) {
    stop(`The folder node_modules cannot be written: ${error.message}`);
  }
}

const node = spawnSync(join(project, 'node_modules', '.bin', 'node'), ['-v'], { encoding: 'utf8' });
const version = node.status === 0 ? node.stdout.trim() : process.version;
if (Number(version.slice(1).split('.')[0]) < 24) {
  stop(
    `Helix needs Node 24 or newer, but this machine has ${process.version}. On Linux (x64, arm64) Helix includes its own; on macOS install Node 24.`,
  );
}
