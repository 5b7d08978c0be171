/** Which isolation this machine has, by trying: a program that looks for what it must not reach is run at each level. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/kit/ops/logger.ts';
import { describeIsolation, type Isolation, isolationsOf } from './isolation.ts';
import type { Reach, ReachOrder } from './isolation-probe-worker.ts';
import { runWithin } from './process-run.ts';

const WORKER = fileURLToPath(new URL('./isolation-probe-worker.ts', import.meta.url));
const LIMITS = { memoryKb: 1_000_000, cpuSeconds: 10, timeMs: 10_000, outputBytes: 100_000 };
/** Files that every Linux has and everybody can read: one is given to the probe, the other must stay out of its view. */
const GIVEN = '/etc/passwd';
const HIDDEN = '/etc/group';

/** What a program reaches when it is run within an isolation; null when it cannot be run there. */
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

/** Whether an isolation works here and keeps what it promises: no other file, no server, no network. */
async function holds(isolation: Isolation): Promise<boolean> {
  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const environ = `/proc/${process.pid}/environ`;
    const order = { files: [GIVEN, HIDDEN, environ, '/proc/self/environ'], pid: process.pid, port };
    const reach = await reachWithin(isolation, order, [GIVEN]);
    if (reach === null) return false;
    // The last level promises nothing but that programs run.
    if (isolation.level === 'limits') return true;
    const isApart = !reach.connected && !reach.signalled && reach.written.length === 0;
    return isApart && reach.read.length === 1 && reach.read[0] === GIVEN;
  } finally {
    listener.close();
  }
}

/** The first that holds; the last is taken as it is. */
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

/** The isolation of this machine, found once a process. */
export function findIsolation(): Promise<Isolation> {
  found ??= chooseIsolation(isolationsOf(process.platform), holds);
  return found;
}

/** Says at the start which isolation is active, and how to get a better one. */
export async function reportIsolation(log: Logger): Promise<void> {
  const { level } = await findIsolation();
  const { covers, better } = describeIsolation(level, process.platform);
  const sentence = better === null ? covers : `${covers}. To change that: ${better}`;
  // The log knows no fields but its own, so the level is in the words.
  if (level === 'limits') log.warn({}, sentence);
  else log.info({}, sentence);
}
