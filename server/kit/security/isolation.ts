/** Isolates programs that read untrusted files: the wrapper command for each level, and a description of what it covers. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From best to worst. */
export type IsolationLevel = 'bubblewrap' | 'namespaces' | 'limits';
export type Command = readonly [program: string, ...args: string[]];

export type Isolation = {
  readonly level: IsolationLevel;
  /** Whether the wrapper reports a fatal signal as exit code 128 + signal, like a shell. */
  readonly signalsAsCodes: boolean;
  /** Wraps the command so that it can only see `reads` (absolute paths), the program and its libraries, all of them read-only. */
  wrap(command: Command, reads: readonly string[]): Command;
};

/** The system's programs and libraries, and the only files in /etc that the dynamic linker needs. */
const SYSTEM = [
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/bin', '/lib', '/lib32', '/lib64'],
  ...['/etc/ld.so.cache', '/etc/alternatives', '/nix/store', '/gnu/store'],
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];
const project = fileURLToPath(new URL('../../../', import.meta.url));
/** Code of our own workers, with symbolic links resolved. Data, `.env` files and build output are not included. */
const codePaths = (): string[] =>
  ['server', 'contract', 'node_modules', 'package.json']
    .map((name) => join(project, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, realpathSync(path)]);

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** A program outside the system folders can have its own libraries: those of /opt/ffmpeg/bin/ffmpeg are in /opt/ffmpeg/lib. */
const pathsOfProgram = (program: string): string[] => {
  if (!isAbsolute(program) || !existsSync(program)) return [];
  const real = realpathSync(program);
  const prefix = dirname(dirname(real));
  const libraries = basename(dirname(real)) === 'bin' && prefix !== '/' ? [join(prefix, 'lib')] : [];
  return [program, real, ...libraries, ...(program === process.execPath ? codePaths() : [])];
};

/** Visible paths, shortest first, without paths that are inside another one. */
const viewOf = ([program]: Command, reads: readonly string[]): string[] => {
  const wanted = [...SYSTEM, ...pathsOfProgram(program), ...reads.filter((path) => isAbsolute(path))];
  const there = [...new Set(wanted)].filter((path) => existsSync(path)).sort((a, b) => a.length - b.length);
  const view = new Set<string>();
  for (const path of there) if (![...view].some((folder) => isWithin(path, folder))) view.add(path);
  return [...view];
};

/**
 * /proc is left out, because nothing needs it and mounting it fails if the outer /proc is partly masked (containers, systemd).
 */
const bubblewrap = (extra: readonly string[]): Isolation => ({
  level: 'bubblewrap',
  signalsAsCodes: true,
  wrap: (command, reads) => [
    'bwrap',
    ...['--unshare-user', '--unshare-net', '--unshare-pid', ...extra, '--die-with-parent', '--cap-drop', 'ALL'],
    ...viewOf(command, reads).flatMap((path) => ['--ro-bind', path, path]),
    ...DEVICES.flatMap((path) => ['--dev-bind', path, path]),
    ...['--remount-ro', '/', '--chdir', '/', '--', ...command],
  ],
});

/**
 * Builds a new root folder in a new mount namespace, pivots into it and unmounts the old root. Arguments: the folder to
 * mount it on, the number of paths, the paths (each preceded by its mount options), and the command. umount(8) reads
 * /proc/mounts, so /proc is unmounted last.
 */
const ENTER = `set -e; root=$1 count=$2; shift 2
mount -n -t tmpfs -o mode=755,nosuid,nodev helix "$root"
while [ "$count" -gt 0 ]; do
  if [ -d "$2" ]; then mkdir -p "$root$2"; else mkdir -p "$root\${2%/*}"; : >"$root$2"; fi
  mount -n --rbind -o "$1" "$2" "$root$2"
  shift 2; count=$((count - 1))
done
mkdir "$root/.old" "$root/proc"
mount -n --rbind /proc "$root/proc"
mount -n -o remount,bind,ro "$root"
cd "$root"
pivot_root . .old
umount -n -l /.old
umount -n -l /proc
cd /
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all "$@"`;

/** An existing folder that contains no visible paths; the new root is mounted over it. */
const freeFolder = (view: readonly string[]): string => {
  const candidates = ['/mnt', '/media', '/srv', '/var/tmp', '/tmp', '/run'].filter((path) => existsSync(path));
  return candidates.find((folder) => !view.some((path) => isWithin(path, folder))) ?? '/mnt';
};

const namespaces = (extra: readonly string[]): Isolation => ({
  level: 'namespaces',
  signalsAsCodes: false,
  wrap(command, reads) {
    const view = viewOf(command, reads);
    const mounts = [
      // Uploaded files get noexec. If a mount already has that option, a namespace cannot remove it.
      ...view.flatMap((path) => [`ro,nosuid,nodev${reads.includes(path) ? ',noexec' : ''}`, path]),
      ...DEVICES.flatMap((path) => ['ro,nosuid', path]),
    ];
    return [
      ...(['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', 'unshare'] as const),
      ...['--user', '--map-root-user', '--mount', '--net', '--pid', ...extra, '--fork', '--kill-child=KILL'],
      ...['/bin/sh', '-c', ENTER, 'helix', freeFolder(view), String(mounts.length / 2), ...mounts, ...command],
    ];
  },
});

const setpriv: Isolation = {
  level: 'limits',
  signalsAsCodes: false,
  wrap: (command) => ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', ...command],
};

/** For systems without Linux namespaces, such as macOS. */
export const limitsAlone: Isolation = { level: 'limits', signalsAsCodes: false, wrap: (command) => command };

/**
 * Isolation methods for Linux, best first. Some leave out the IPC namespace, which the systemd units in deploy/ do not allow;
 * without it, the program can access SysV shared memory of the same user.
 */
const LINUX: [...Isolation[], Isolation] = [
  bubblewrap(['--unshare-ipc']),
  bubblewrap([]),
  namespaces(['--ipc']),
  namespaces([]),
  setpriv,
  limitsAlone,
];

/** Isolation methods available on a platform, best first; the last one always works. */
export function isolationsOf(platform: NodeJS.Platform): [...Isolation[], Isolation] {
  return platform === 'linux' ? LINUX : [limitsAlone];
}

const APART =
  'Programs that read uploads have no network and see only their input, their own code and libraries, in separate namespaces';

/** What a level covers and how to improve it, for the log and `npm run doctor`. */
export function describeIsolation(
  level: IsolationLevel,
  platform: NodeJS.Platform,
): { covers: string; better: string | null } {
  if (level === 'bubblewrap') return { covers: `${APART} (bubblewrap)`, better: null };
  if (level === 'namespaces')
    return { covers: `${APART} (unshare)`, better: 'To start them faster, run apt-get install bubblewrap and restart' };
  const covers =
    'Programs that read uploads are only limited in memory, time and output: a bug in one exposes the network and everything the site can read';
  if (platform !== 'linux') return { covers, better: 'Run public sites on Linux, where these programs are isolated' };
  return {
    covers,
    better:
      'Run apt-get install bubblewrap, allow user namespaces (see "Isolation of programs that read uploads" in docs/operations.md), and restart',
  };
}
