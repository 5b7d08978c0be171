// A real sshd (Debian package openssh-server) on a loopback port, with its own account, password and host keys.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTried } from '#test/repository/left-out.ts';
import { findFreePort } from './nginx.ts';
import { makeMachineHome } from './temporary-homes.ts';

const SCRIPTS = fileURLToPath(new URL('../ssh', import.meta.url));
const SSHD = '/usr/sbin/sshd';
/** A user id that does not exist on this machine. */
const ACCOUNT_ID = 59_123;
const NAMESPACE = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** PAM configuration: asks for passwords and checks them against /etc/shadow. */
const PAM = 'auth required pam_unix.so\naccount required pam_unix.so\nsession required pam_permit.so\n';
const START_LIMIT_MS = 10_000;

/**
 * Whether sshd can be started on this machine. Its accounts don't exist outside this sshd: they are in an /etc/passwd and
 * /etc/shadow that are mounted in a separate namespace, which requires root. Without root, tests are skipped with a message.
 * @throws if CI is true and sshd can't be started
 */
export function hasSshServer(): boolean {
  return isTried('Toolbox servers are', canStart(), 'the Debian package openssh-server, and root');
}

const canStart = (): boolean => {
  if (!existsSync(SSHD) || process.getuid?.() !== 0) return false;
  try {
    execFileSync('setpriv', [...NAMESPACE, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export type SshServer = Awaited<ReturnType<typeof startSshServer>>;

type Options = {
  username?: string;
  password?: string;
  /** The only systemd unit that the server knows. */
  service?: string;
  /** Whether the service starts together with the server. */
  isActive?: boolean;
  /** Asks for the password only through keyboard-interactive prompts (PAM). */
  asksByQuestions?: boolean;
  /** Additional lines for sshd_config. */
  config?: readonly string[];
};

/** Child processes of a process on this machine. */
const childrenOf = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
};
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** Pid of a process inside its namespace; undefined if the process has ended. */
const innerPid = (pid: number): string | undefined => {
  try {
    return /^NSpid:.*\s(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
};

const makeKey = (file: string): void => {
  rmSync(file, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file]);
};

/** Fingerprint as shown by `ssh-keygen -l`: `SHA256:…`. */
const fingerprintOf = (file: string): string =>
  execFileSync('ssh-keygen', ['-l', '-f', `${file}.pub`], { encoding: 'utf8' }).split(' ')[1] ?? '';

/** Starts a server; several can run in parallel. Everything started in a server's sessions ends together with the server. */
export async function startSshServer(options: Options = {}) {
  const { username = 'operator', password = 'a password of its own' } = options;
  const port = await findFreePort();
  const folder = makeMachineHome();
  chmodSync(folder, 0o755);
  const at = (...path: string[]): string => join(folder, ...path);
  const inState = (name: string): string => at('state', name);
  for (const name of ['state', 'home', 'bin']) mkdirSync(at(name));
  for (const name of ['state', 'home']) chownSync(at(name), ACCOUNT_ID, ACCOUNT_ID);
  for (const [from, to] of [
    ['command.sh', 'command'],
    ['systemctl.sh', 'bin/systemctl'],
    ['enter.sh', 'enter'],
  ] as const) {
    cpSync(join(SCRIPTS, from), at(to));
    chmodSync(at(to), 0o755);
  }
  // Writes or deletes a state file that the account may change too.
  const setState = (name: string, content: string | null): void => {
    rmSync(inState(name), { force: true });
    if (content === null) return;
    writeFileSync(inState(name), content);
    chownSync(inState(name), ACCOUNT_ID, ACCOUNT_ID);
  };
  const readState = (name: string): string => (existsSync(inState(name)) ? readFileSync(inState(name), 'utf8') : '');

  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: password, encoding: 'utf8' }).trim();
  const account = `${username}:x:${ACCOUNT_ID}:${ACCOUNT_ID}::${at('home')}:/bin/sh\n`;
  writeFileSync(at('passwd'), readFileSync('/etc/passwd', 'utf8') + account);
  writeFileSync(at('shadow'), `${username}:${hash}:19000:0:99999:7:::\n`, { mode: 0o600 });
  if (options.asksByQuestions) writeFileSync(at('pam'), PAM);
  makeKey(at('host_key'));
  makeKey(at('user_key'));
  cpSync(at('user_key.pub'), at('authorized_keys'));
  chmodSync(at('authorized_keys'), 0o644);
  writeFileSync(
    at('sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('host_key')}`,
      'PidFile none',
      'LogLevel VERBOSE',
      'UseDNS no',
      'StrictModes no',
      'PrintMotd no',
      `AuthorizedKeysFile ${at('authorized_keys')}`,
      `UsePAM ${options.asksByQuestions ? 'yes' : 'no'}`,
      `PasswordAuthentication ${options.asksByQuestions ? 'no' : 'yes'}`,
      `KbdInteractiveAuthentication ${options.asksByQuestions ? 'yes' : 'no'}`,
      `ForceCommand ${at('command')}`,
      ...(options.config ?? []),
    ].join('\n'),
  );
  const unit = `${options.service ?? 'helix'}.service`;
  setState('unit', unit);
  if (options.isActive) setState('enabled', unit);

  let log = '';
  const launch = async () => {
    setState('pid', null);
    // With setpriv, the server and everything in its namespace end together with this process.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...NAMESPACE, at('enter'), folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const before = log.length;
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const limit = Date.now() + START_LIMIT_MS;
    while (!log.includes('Server listening', before)) {
      if (Date.now() > limit || child.exitCode !== null) throw new Error(`sshd did not start: ${log}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return child;
  };
  let sshd = await launch();
  // Kills the server together with everything that runs in its sessions, including the service.
  const kill = async (): Promise<void> => {
    if (sshd.exitCode !== null || sshd.signalCode !== null) return;
    const gone = once(sshd, 'exit');
    // Kills the namespace's init process. This ends all other processes in it, and then the `unshare` process that waits for it.
    for (const pid of childrenOf(sshd.pid ?? 0)) process.kill(pid, 'SIGKILL');
    await gone;
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of childrenOf(sshd.pid ?? 0).flatMap(familyOf)) process.kill(pid, signal);
  };

  return {
    ip: '127.0.0.1',
    port,
    username,
    password,
    // The account's private key, as written by `ssh-keygen`.
    privateKey: readFileSync(at('user_key'), 'utf8'),
    // Fingerprint of the current host key.
    fingerprint: () => fingerprintOf(at('host_key')),
    // A folder that the account can write to.
    home: at('home'),
    // Log of sshd, at level VERBOSE.
    log: () => log,
    // Numbers of successful and failed logins.
    signIns: () => log.match(/^Accepted (?:password|publickey|keyboard)/gm)?.length ?? 0,
    refusals: () => log.match(/^Failed (?:password|publickey|keyboard)/gm)?.length ?? 0,
    // Commands that sshd was asked to run, in order.
    commands: (): string[] => readState('commands').split('\0').slice(0, -1),
    // Commands passed to systemctl, such as `start helix.service`.
    orders: (): string[] => readState('orders').split('\n').slice(0, -1),
    // Replaces the output of every command; null restores the real output.
    answerWith: (text: string | null) => setState('answer', text),
    // Makes every command send 10 GB (`flood`), or never end (`stall`).
    flood: (isOn: boolean) => setState('flood', isOn ? '1' : null),
    stall: (isOn: boolean) => setState('stall', isOn ? '1' : null),
    // Until its next command, systemctl reports this state (`failed`, `activating`). null makes it report the real state again.
    forceState: (state: string | null) => setState('forced', state),
    // Makes systemctl refuse commands for this reason, such as "Access denied".
    refuseOrders: (reason: string | null) => setState('refusal', reason),
    // How long starting and stopping the service takes, in milliseconds.
    takeTime: (ms: number | null) => setState('slow', ms === null ? null : `${ms}`),
    // Whether the service's process is running, checked from its namespace.
    isActive: (): boolean => {
      const pid = readState('pid').trim();
      return (
        pid !== '' &&
        childrenOf(sshd.pid ?? 0)
          .flatMap(familyOf)
          .some((found) => innerPid(found) === pid)
      );
    },
    // Freezes all of the server's processes: connections stay open, but nothing answers.
    hang: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    kill,
    // Restarts the server on the same port.
    start: async () => {
      sshd = await launch();
    },
    // Restarts the server with a new host key, like a reinstalled machine.
    changeHostKey: async () => {
      await kill();
      makeKey(at('host_key'));
      sshd = await launch();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
