/** How programs that read strangers' files are kept apart: what each level puts before a command, and what it covers. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From the best to the least. */
export type IsolationLevel = 'bubblewrap' | 'namespaces' | 'limits';
export type Command = readonly [program: string, ...args: string[]];

export type Isolation = {
  readonly level: IsolationLevel;
  /** Whether a signal that ended the program is reported as exit code 128 + signal, as shells do. */
  readonly signalsAsCodes: boolean;
  /** The command to run instead. It sees `reads` (files or folders, absolute), the program and libraries, all read-only. */
  wrap(command: Command, reads: readonly string[]): Command;
};

/** Programs and libraries of the system. /etc holds nothing else that a linker needs. */
const SYSTEM = [
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/bin', '/lib', '/lib32', '/lib64'],
  ...['/etc/ld.so.cache', '/etc/alternatives', '/nix/store', '/gnu/store'],
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];
const project = fileURLToPath(new URL('../../../', import.meta.url));
/** What our own workers are made of, also where a link leads. Data, `.env` files and what is built are elsewhere in the project. */
const codePaths = (): string[] =>
  ['server', 'contract', 'node_modules', 'package.json']
    .map((name) => join(project, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, realpathSync(path)]);

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** A program outside the system's folders brings its own libraries, as /opt/ffmpeg/bin/ffmpeg does in /opt/ffmpeg/lib. */
const pathsOfProgram = (program: string): string[] => {
  if (!isAbsolute(program) || !existsSync(program)) return [];
  const real = realpathSync(program);
  const prefix = dirname(dirname(real));
  const libraries = basename(dirname(real)) === 'bin' && prefix !== '/' ? [join(prefix, 'lib')] : [];
  return [program, real, ...libraries, ...(program === process.execPath ? codePaths() : [])];
};

/** Every path to show, parents first, without those inside another one. */
const viewOf = ([program]: Command, reads: readonly string[]): string[] => {
  const wanted = [...SYSTEM, ...pathsOfProgram(program), ...reads.filter((path) => isAbsolute(path))];
  const there = [...new Set(wanted)].filter((path) => existsSync(path)).sort((a, b) => a.length - b.length);
  const view = new Set<string>();
  for (const path of there) if (![...view].some((folder) => isWithin(path, folder))) view.add(path);
  return [...view];
};

/** No /proc: a nested one is refused where the outer one is partly hidden (containers, systemd), and nothing needs it. */
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
 * Builds a root folder of its own in a new mount namespace, moves into it and leaves the old one behind. Arguments: the
 * folder to build it on, how many paths, the paths (each after its mount options), the command. umount(8) itself reads
 * /proc/mounts, so /proc goes last.
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

/** A folder that exists everywhere and holds nothing that is to be shown: the new root is mounted over it. */
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
      // noexec for files of people: a mount that has it already may not lose it in a namespace.
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

/** For systems that have none of Linux's means, as macOS. */
export const limitsAlone: Isolation = { level: 'limits', signalsAsCodes: false, wrap: (command) => command };

/** Without a namespace for IPC, which the units of deploy/ do not allow, SysV shared memory of the same user stays in reach. */
const LINUX: [...Isolation[], Isolation] = [
  bubblewrap(['--unshare-ipc']),
  bubblewrap([]),
  namespaces(['--ipc']),
  namespaces([]),
  setpriv,
  limitsAlone,
];

/** What a platform may have, the best first; the last one always works. */
export function isolationsOf(platform: NodeJS.Platform): [...Isolation[], Isolation] {
  return platform === 'linux' ? LINUX : [limitsAlone];
}

const APART =
  'Programs that read uploads have no network and see only their input, themselves and libraries, in namespaces of their own';

/** For the log, `npm run doctor` and /metrics: what a level covers, and how to get a better one. */
export function describeIsolation(
  level: IsolationLevel,
  platform: NodeJS.Platform,
): { covers: string; better: string | null } {
  if (level === 'bubblewrap') return { covers: `${APART} (bubblewrap)`, better: null };
  if (level === 'namespaces')
    return { covers: `${APART} (unshare)`, better: 'apt-get install bubblewrap starts them faster, then restart' };
  const covers =
    'Programs that read uploads have limits of memory, time and output alone: a bug in one of them reaches the network and all that the site can read';
  if (platform !== 'linux') return { covers, better: 'Run a public site on Linux, where they are isolated' };
  return {
    covers,
    better:
      'apt-get install bubblewrap, and allow user namespaces (see "Isolation of programs that read uploads" in docs/operations.md), then restart',
  };
}
