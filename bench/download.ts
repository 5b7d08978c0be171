/**
 * What sending a stored file costs the server: CPU seconds a GB (10^9 bytes) over loopback, beside two references in the
 * same run. The server is a process of its own, so its CPU time holds nothing of the clients.
 *
 * `SIZE=full` takes 1 GiB in place of 256 MiB, `SIZE=small` only tries it. Fails above 0.6 CPU s/GB with one client (issue 2, downloads of one file).
 */

import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDiskStorage } from '#server/kit/storage-disk.ts';
import type { ServerTask, ServerUsage, Way } from './download-server.ts';
import { isSmall, type RowName, rowOf, saveResult } from './saved.ts';

const MIB = 1024 * 1024;
const LIMIT_CPU_SECONDS_PER_GB = 0.6;
const ROUNDS = 3;
const MANY_CLIENTS = 16;
const WAYS: readonly Way[] = ['sendFile', 'createReadStream 64 KiB', 'node:http from memory'];

interface Cost {
  way: Way;
  clients: number;
  cpuSecondsPerGb: number;
  mbPerSecond: number;
  /** The most memory that the server process ever held. */
  peakRssMib: number;
}

type StoredInput = Omit<ServerTask, 'way'>;

const size = (process.env.SIZE === 'full' ? 1024 : isSmall ? 64 : 256) * MIB;
const root = await mkdtemp(join(tmpdir(), 'helix-bench-'));
try {
  const large = await storeFile('bench/file/large', size);
  // Many clients take an eighth each, so that a run stays short.
  const small = await storeFile('bench/file/small', size / 8);
  const costs: Cost[] = [];
  for (const way of WAYS) {
    costs.push(await measure(way, 1, large));
    costs.push(await measure(way, MANY_CLIENTS, small));
  }
  report(costs);
} finally {
  await rm(root, { recursive: true, force: true });
}

async function storeFile(key: string, bytes: number): Promise<StoredInput> {
  const block = randomBytes(MIB);
  const blocks = Readable.from(Array.from({ length: bytes / MIB }, () => block));
  const { sha256 } = await createDiskStorage(root).put(key, blocks);
  return { root, key, size: bytes, sha256 };
}

/** The median of some rounds after one to warm up, each client taking the whole file. */
async function measure(way: Way, clients: number, input: StoredInput): Promise<Cost> {
  const task: ServerTask = { way, ...input };
  const server = fork(join(import.meta.dirname, 'download-server.ts'), [JSON.stringify(task)]);
  try {
    const [{ port }] = await once(server, 'message');
    const rounds: Cost[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = await askUsage(server);
      const seconds = await Promise.all(Array.from({ length: clients }, () => takeFile(port, input.size)));
      const after = await askUsage(server);
      const gigabytes = (input.size * clients) / 1e9;
      const cpuSeconds = (after.cpuMicroseconds - before.cpuMicroseconds) / 1e6;
      rounds.push({
        way,
        clients,
        cpuSecondsPerGb: Math.round((cpuSeconds / gigabytes) * 100) / 100,
        mbPerSecond: Math.round((gigabytes * 1000) / Math.max(...seconds)),
        peakRssMib: Math.round(after.maxRssKib / 1024),
      });
    }
    const counted = rounds.slice(1).sort((a, b) => a.cpuSecondsPerGb - b.cpuSecondsPerGb);
    const median = counted[Math.floor(ROUNDS / 2)];
    if (!median) throw new Error('nothing was measured');
    return median;
  } finally {
    server.kill();
  }
}

async function askUsage(server: ChildProcess): Promise<ServerUsage> {
  const answer = once(server, 'message');
  server.send('usage');
  return (await answer)[0];
}

async function takeFile(port: number, bytes: number): Promise<number> {
  const client = fork(join(import.meta.dirname, 'download-client.ts'), [String(port), String(bytes)]);
  const ended = once(client, 'exit');
  const [message] = await Promise.race([once(client, 'message'), ended]);
  await ended;
  if (typeof message !== 'object') throw new Error('a client did not get the whole file');
  return message.seconds;
}

function report(costs: Cost[]): void {
  const alone = (sought: Way): Cost => {
    const cost = costs.find(({ way, clients }) => way === sought && clients === 1);
    if (!cost) throw new Error(`${sought} was not measured`);
    return cost;
  };
  const [own, stock, memory] = [alone('sendFile'), alone('createReadStream 64 KiB'), alone('node:http from memory')];
  const measured = own.cpuSecondsPerGb;
  const passed = measured <= LIMIT_CPU_SECONDS_PER_GB;
  const cpuRow = (name: RowName, reference: string, theirs: number) =>
    rowOf({ name, reference, unit: 's CPU/GB', better: 'less' }, { ours: measured, theirs, cost: measured / theirs });
  const rows = [
    cpuRow('download', 'createReadStream, 64 KiB', stock.cpuSecondsPerGb),
    cpuRow('download beside memory', 'node:http, bytes from memory', memory.cpuSecondsPerGb),
    rowOf(
      { name: 'download, speed', reference: 'createReadStream, 64 KiB', unit: 'MB/s', better: 'more' },
      { ours: own.mbPerSecond, theirs: stock.mbPerSecond },
    ),
  ];
  saveResult('download', { fileMib: size / MIB, limitCpuSecondsPerGb: LIMIT_CPU_SECONDS_PER_GB, passed, costs, rows });
  console.table(costs);
  console.log(`${passed ? 'PASS' : 'FAIL'} ${measured} <= ${LIMIT_CPU_SECONDS_PER_GB} CPU s/GB`);
  process.exitCode = passed ? 0 : 1;
}
