// Servers for the benches: starts each as a separate process, waits until it prints its URL, and measures its CPU time and
// memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** Linux counts a process's CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const FIRST_FIELD_AFTER_NAME = 3;

export type BenchServer = {
  port: number;
  /** Current resident memory, in MiB. */
  rssMib(): number;
  /** CPU seconds used since it was started. */
  cpuSeconds(): number;
  stop(): Promise<void>;
};

/** Parses the `npm start` command into environment variables, Node options and the script. */
export function asStarted(command: string): { env: Record<string, string>; options: string[]; script: string } {
  const [before = '', after = ''] = command.split('exec node ');
  const words = after.split(' ');
  const env = Object.fromEntries([...before.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  return { env, options: words.slice(0, -1), script: words.at(-1) ?? '' };
}

const manifest = JSON.parse(readFileSync(`${project}package.json`, 'utf8')) as { scripts: { start: string } };
const usual = asStarted(manifest.scripts.start);

/**
 * Starts a script and waits until it prints `ready at <address>`; the site's own script is started as in `npm start`. Rejects if
 * the script exits before that.
 */
export async function launchServer(script: string, env: Record<string, string>): Promise<BenchServer> {
  const start = script === usual.script ? usual : { env: {}, options: [] };
  const child = spawn(process.execPath, [...start.options, script], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...start.env, ...env },
  });
  try {
    const address = await addressOf(child);
    return {
      port: Number(new URL(address).port),
      rssMib: () => readRssMib(child.pid),
      cpuSeconds: () => readCpuSeconds(child.pid),
      stop: () => stopChild(child),
    };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready at (http\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`a server exited with code ${code}: ${output}`)));
  });

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
};

const readRssMib = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/**
 * Reads the stat fields of a process, numbered as in proc(5). Field 4 is its parent. Fields 14 to 17 are the CPU ticks of the
 * process and of its exited children.
 */
const readStat = (pid: number | string | undefined): ((field: number) => number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (field) => Number(fields[field - FIRST_FIELD_AFTER_NAME]);
};

const readCpuSeconds = (pid: number | undefined): number => {
  const stat = readStat(pid);
  return (stat(14) + stat(15)) / TICKS_PER_SECOND;
};

/** Finds the database server's main process, which is the parent of all its other processes. */
export function findDatabaseServer(backendPid: number): number {
  return readStat(backendPid)(4);
}

/** CPU seconds used by all processes of a database server. */
export function readDatabaseCpuSeconds(server: number): number {
  const own = readStat(server);
  let ticks = own(14) + own(15) + own(16) + own(17);
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const stat = readStat(pid);
      if (stat(4) === server) ticks += stat(14) + stat(15);
    } catch {
      // The process has exited since the list was read.
    }
  }
  return ticks / TICKS_PER_SECOND;
}

/** CPU seconds used by the whole machine: user, nice, system, irq, softirq and steal (proc(5)). */
const readMachineCpuSeconds = (): number => {
  const ticks = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).slice(1, 9).map(Number);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = ticks;
  return (user + nice + system + irq + softirq + stolen) / TICKS_PER_SECOND;
};

/** If other programs use more of the machine than this, times are unreliable. */
const MOST_OTHERS_PERCENT = 15;

/**
 * Measures how much of the machine other programs use during a bench.
 * @param spent CPU seconds the bench's own servers have used so far
 * @returns a function that ends the measurement and returns the result
 */
export function watchOthers(spent: () => number): () => { othersPercent: number; isDisturbed: boolean } {
  const own = (): number => {
    const { user, system } = process.cpuUsage();
    return spent() + (user + system) / 1e6;
  };
  const begun = { at: performance.now(), machine: readMachineCpuSeconds(), own: own() };
  return () => {
    const seconds = ((performance.now() - begun.at) / 1000) * availableParallelism();
    const others = readMachineCpuSeconds() - begun.machine - (own() - begun.own);
    const othersPercent = Math.max(0, Math.round((others / seconds) * 100));
    return { othersPercent, isDisturbed: othersPercent > MOST_OTHERS_PERCENT };
  };
}

/** Describes the machine. `loadBefore` shows whether other programs were running. */
export function machineFacts() {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}
