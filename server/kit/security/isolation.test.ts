import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRunAsNobody } from '#test/harness/run-script.ts';
import { describeIsolation, type Isolation, isolationsOf, limitsAlone } from './isolation.ts';
import { chooseIsolation, findIsolation, reachWithin } from './isolation-level.ts';
import { runLimited } from './limited-process.ts';
import { runWithin } from './process-run.ts';

const LIMITS = { memoryKb: 1_000_000, cpuSeconds: 10, timeMs: 10_000, outputBytes: 1_000_000 };
const [bubblewrap, bubblewrapOfUnits, namespaces, namespacesOfUnits, setpriv] = isolationsOf('linux') as [
  ...[Isolation, Isolation, Isolation, Isolation],
  Isolation,
];
const APART = [
  ['bubblewrap', bubblewrap],
  ['bubblewrap under systemd', bubblewrapOfUnits],
  ['namespaces', namespaces],
  ['namespaces under systemd', namespacesOfUnits],
] as const;
const LEVELS = [...APART, ['setpriv', setpriv], ['limits only', limitsAlone]] as const;

const probe = fileURLToPath(new URL('./isolation-probe-worker.ts', import.meta.url));

/** A data folder like the site's. Isolated programs must not be able to reach this folder or the server below. */
const data = mkdtempSync(join(tmpdir(), 'helix-isolation-'));
const files = {
  key: join(data, 'keys/secret'),
  given: join(data, 'files/given'),
  other: join(data, 'files/other'),
};
for (const folder of ['keys', 'files']) mkdirSync(join(data, folder), { mode: 0o700 });
for (const path of Object.values(files)) writeFileSync(path, 'what it holds', { mode: 0o600 });

let listener: Server;
beforeAll(async () => {
  listener = createServer((socket) => socket.on('error', () => {}).end('hello')).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => {
  listener.close();
  rmSync(data, { recursive: true, force: true });
});

const order = () => ({
  files: [...Object.values(files), `/proc/${process.pid}/environ`, `/proc/${process.ppid}/environ`, '/etc/shadow'],
  pid: process.pid,
  port: (listener.address() as AddressInfo).port,
});

describe('a program that reads uploads', () => {
  it.each(APART)('can access only its input: %s', async (_name, isolation) => {
    expect(await reachWithin(isolation, order(), [files.given])).toEqual({
      read: [files.given],
      written: [],
      signalled: false,
      connected: false,
    });
  });

  // Without this test, the tests above could pass because the probe never manages to access anything.
  it('can access everything without isolation', async () => {
    const reach = await reachWithin(limitsAlone, order(), []);
    expect(reach).toMatchObject({ signalled: true, connected: true });
    expect(reach?.read).toEqual(expect.arrayContaining([files.key, files.other, `/proc/${process.pid}/environ`]));
    expect(reach?.written).toContain(files.key);
  });

  it('gets the best isolation of this machine through runLimited', async () => {
    expect(await findIsolation()).toBe(bubblewrap);
    const command = [process.execPath, probe] as const;
    const input = Buffer.from(JSON.stringify(order()));
    const { output } = await runLimited(command, LIMITS, { input, reads: [files.given] });
    expect(JSON.parse(output.toString())).toEqual({
      read: [files.given],
      written: [],
      signalled: false,
      connected: false,
    });
  });

  it.each(APART)('cannot kill a process outside by its PID: %s', async (_name, isolation) => {
    const victim = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const { code } = await runWithin(isolation, ['/bin/sh', '-c', `kill -9 ${victim.pid}`], LIMITS);
      expect(code).not.toBe(0);
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    } finally {
      victim.kill('SIGKILL');
    }
  });

  it.each(APART)('has no privileges and cannot write anywhere: %s', async (_name, isolation) => {
    const script =
      'mount -t tmpfs none /usr; for at in / /usr /dev /etc /dev/null; do touch $at/mine && echo $at; done';
    const { output, errors } = await runWithin(isolation, ['/bin/sh', '-c', script], LIMITS);
    expect(output.toString()).toBe('');
    expect(errors).toContain('/usr: permission denied');
  });

  it.each(LEVELS)('reports its output, exit code and signal: %s', async (_name, isolation) => {
    const script = 'cat; echo no >&2; exit 3';
    const input = Buffer.from('words');
    expect(await runWithin(isolation, ['/bin/sh', '-c', script], LIMITS, { input })).toEqual({
      code: 3,
      signal: null,
      output: input,
      errors: 'no\n',
      ended: null,
    });
    const crashed = await runWithin(isolation, ['/bin/sh', '-c', 'sh -c "kill -SEGV \\$\\$"; exit $?'], LIMITS);
    expect([crashed.code, crashed.signal]).toEqual(isolation.signalsAsCodes ? [null, 'SIGSEGV'] : [139, null]);
  });

  it.each(LEVELS)('is killed together with its child processes: %s', async (_name, isolation) => {
    const mark = `60.${Math.random().toString().slice(2, 12)}`;
    const isThere = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`sleep ${mark}`);
    const stop = new AbortController();
    const script = `sleep ${mark} & wait`;
    const running = runWithin(isolation, ['/bin/sh', '-c', script], LIMITS, { signal: stop.signal });
    await expect
      .poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n'))
      .toContain(`sleep ${mark}`);
    stop.abort();
    expect(await running).toMatchObject({ code: null, signal: 'SIGKILL', ended: 'asked' });
    await expect.poll(isThere).toBe(false);
  });
});

describe('the isolation level', () => {
  const isolations = isolationsOf('linux');
  const only = (...works: Isolation[]) =>
    chooseIsolation(isolations, async (isolation) => {
      if (works.includes(isolation)) return true;
      if (isolation === namespaces) throw new Error('no such program');
      return false;
    });

  it('is the best that works', async () => {
    expect(await only(bubblewrap, namespaces, setpriv)).toBe(bubblewrap);
    expect(await only(namespaces, setpriv)).toBe(namespaces);
    expect(await only(setpriv)).toBe(setpriv);
    expect(await only()).toBe(limitsAlone);
  });

  it('is limits only on macOS, and says so', async () => {
    const isolation = await chooseIsolation(isolationsOf('darwin'), async () => true);
    expect(isolation).toBe(limitsAlone);
    expect(describeIsolation(isolation.level, 'darwin').covers).toContain('only limited in memory, time and output');
  });

  it('explains how to get a better one', () => {
    expect(describeIsolation('bubblewrap', 'linux').better).toBeNull();
    expect(describeIsolation('namespaces', 'linux').better).toContain('apt-get install bubblewrap');
    expect(describeIsolation('limits', 'linux').better).toContain('user namespaces');
    expect(describeIsolation('limits', 'darwin').better).toContain('Linux');
  });
});

/** Prefix that runs a command as a non-root user, like a real site: as "nobody" if the tests run as root. */
const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
const url = (name: string): string => new URL(name, import.meta.url).href;
const asked = (script: string): string => {
  const [program = '', ...args] = [...asUser, process.execPath, '--input-type=module', '-e', script];
  return execFileSync(program, args, { encoding: 'utf8', cwd: '/', env: {} }).trim();
};

describe.skipIf(process.getuid?.() === 0 && !canRunAsNobody('Isolation as a non-root user is'))(
  'as an ordinary user',
  () => {
    it('finds the best level too', () => {
      const script = `import { findIsolation } from '${url('./isolation-level.ts')}'; console.log((await findIsolation()).level)`;
      expect(asked(script)).toBe('bubblewrap');
    });

    it('every level is effective', () => {
      const told = asked(`import { isolationsOf } from '${url('./isolation.ts')}';
        import { reachWithin } from '${url('./isolation-level.ts')}';
        const files = ['/etc/passwd', '/etc/group', '/proc/' + process.pid + '/environ'];
        for (const isolation of isolationsOf('linux').slice(0, 4))
          console.log(JSON.stringify(await reachWithin(isolation, { files, pid: process.pid, port: 9 }, ['/etc/passwd'])));`);
      const reach = { read: ['/etc/passwd'], written: [], signalled: false, connected: false };
      expect(told.split('\n').map((line) => JSON.parse(line))).toEqual([reach, reach, reach, reach]);
    });
  },
);
