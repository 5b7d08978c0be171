/** Finds the best isolation method this machine supports. A probe tries everything that each method must prevent. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/kit/ops/logger.ts';
import { describeIsolation, type Isolation, isolationsOf } from './isolation.ts';
import type { Reach, ReachOrder } from './isolation-probe-worker.ts';
import { runWithin } from './process-run.ts';

const WORKER = fileURLToPath(new URL('./isolation-probe-worker.ts', import.meta.url));
const LIMITS = { memoryKb: 1_000_000, cpuSeconds: 10, timeMs: 10_000, outputBytes: 100_000 };
/** World-readable files that every Linux system has. The probe must be able to read GIVEN but not HIDDEN. */
const GIVEN = '/etc/passwd';
const HIDDEN = '/etc/group';

/** What a program can access under this isolation method; null if programs cannot run under it. */
export async function reachWithin(
  isolation: Isolation,
  order: ReachOrder,
  reads: readonly string[],
): Promise<Reach | null> {
  const input = Buffer.from(JSON.stringify(order));
  const command = [process.execPath, WORKER] as const;
  const { code, output } = await runWithin(isolation, command, LIMITS, { input, reads });
  return code === 0 ? (JSON.parse(output.toString()) as Reach) : null;
}

/** Whether an isolation method works on this machine, i.e. blocks access to other files, other processes and the network. */
async function holds(isolation: Isolation): Promise<boolean> {
  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const environ = `/proc/${process.pid}/environ`;
    const order = { files: [GIVEN, HIDDEN, environ, '/proc/self/environ'], pid: process.pid, port };
    const reach = await reachWithin(isolation, order, [GIVEN]);
    if (reach === null) return false;
    // For the last level, it is enough that programs can run.
    if (isolation.level === 'limits') return true;
    const isApart = !reach.connected && !reach.signalled && reach.written.length === 0;
    return isApart && reach.read.length === 1 && reach.read[0] === GIVEN;
  } finally {
    listener.close();
  }
}

/** The first isolation method that passes the test; if none does, the last one, which is not tested. */
export async function chooseIsolation(
  isolations: readonly [...Isolation[], Isolation],
  test: (isolation: Isolation) => Promise<boolean>,
): Promise<Isolation> {
  for (const isolation of isolations.slice(0, -1)) {
    if (await test(isolation).catch(() => false)) return isolation;
  }
  return isolations.at(-1) as Isolation;
}

let found: Promise<Isolation> | null = null;

/** The isolation method for this machine, determined once per process. */
export function findIsolation(): Promise<Isolation> {
  found ??= chooseIsolation(isolationsOf(process.platform), holds);
  return found;
}

/** Logs at start-up which isolation level is active, and how to improve it. */
export async function reportIsolation(log: Logger): Promise<void> {
  const { level } = await findIsolation();
  const { covers, better } = describeIsolation(level, process.platform);
  const sentence = better === null ? covers : `${covers}. ${better}.`;
  // The log only accepts fields from a fixed list, so the level is part of the message.
  if (level === 'limits') log.warn({}, sentence);
  else log.info({}, sentence);
}
