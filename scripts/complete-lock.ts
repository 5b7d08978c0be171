// `npm run lock`: rewrites and completes the lock file after a dependency has changed. With a registry that serves only one
// platform, npm leaves other platforms' optional packages out of the lock file, and `npm ci` then fails. This script adds them
// with their version and platform, so that each machine installs the packages for its own platform and skips the rest.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Package = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Package> };

const project = fileURLToPath(new URL('..', import.meta.url));
const SYSTEMS = [
  'linux',
  'linuxmusl',
  'darwin',
  'win32',
  'windows',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'openharmony',
  'sunos',
  'aix',
  'wasm32',
];
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

/** The platform in a package's name, such as `@scope/tool-linux-arm64-musl`; null if the name contains no platform. */
const platformOf = (name: string): Pick<Package, 'os' | 'cpu' | 'libc'> | null => {
  const words = (name.split('/').at(-1) ?? '').split('-');
  const system = words.find((word) => SYSTEMS.includes(word));
  if (!system) return null;
  const cpu = PROCESSORS.find((processor) => words.includes(processor)) ?? words.at(words.indexOf(system) + 1) ?? 'x64';
  if (system === 'wasm32') return { cpu: ['wasm32'] };
  const libc = words.includes('musl') || system === 'linuxmusl' ? ['musl'] : words.includes('gnu') ? ['glibc'] : null;
  return { cpu: [cpu], os: [system === 'linuxmusl' ? 'linux' : system], ...(libc ? { libc } : {}) };
};

const complete = (lock: Lock): number => {
  const added: Record<string, Package> = {};
  for (const [path, found] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(found.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      if (!platform || places.some((place) => place in lock.packages)) continue;
      added[`node_modules/${name}`] = { version, ...(found.dev ? { dev: true } : {}), optional: true, ...platform };
    }
  }
  const sorted = Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  return Object.keys(added).length;
};

const folder = mkdtempSync(join(tmpdir(), 'helix-lock-'));
try {
  copyFileSync(join(project, 'package.json'), join(folder, 'package.json'));
  copyFileSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'));
  const made = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new Error('npm could not write the lock file.');
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  const count = complete(lock);
  writeFileSync(join(project, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`The lock file is written, including ${count} packages for other platforms.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
