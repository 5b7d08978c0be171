/**
 * Measures the CPU cost of sending a stored file, including the permission check, in seconds per GB (10^9 bytes) over loopback.
 * Compares it with streaming the file in 64 KiB chunks and with sending bytes from memory. Also compares the speed with that of
 * nginx, in alternating rounds of one run. A single client downloads 1 GiB. Sixteen concurrent clients download an eighth of that
 * each. The servers run in separate processes, so that their CPU time excludes the clients.
 *
 * Fails if a single client costs more than 0.6 CPU seconds per GB. `SIZE=small` is a trial run.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSecondsOf, type DownloadSite } from '#test/harness/download-site.ts';
import { hasNginx, startNginx } from '#test/harness/nginx.ts';
import { median, report, rounded, take, withSite } from './downloads/rounds.ts';
import type { ReferenceWay, ServerTask } from './downloads/server.ts';
import { spreadOf } from './measure/load.ts';
import { isSmall, type RowName, rowOf } from './saved.ts';

const FILE_BYTES = (isSmall ? 64 : 1024) * 1024 * 1024;
const MANY_CLIENTS = 16;
const SHARED_BYTES = FILE_BYTES / 8;
const ROUNDS = isSmall ? 1 : 5;
const LIMIT_CPU_SECONDS_PER_GB = 0.6;
const MOST_SPREAD_PERCENT = 40;
const REFERENCES: readonly ReferenceWay[] = ['createReadStream 64 KiB', 'node:http from memory'];

/** A sending method, with its URLs for a single client and for many clients, and the CPU time its server has used so far. */
type Way = { name: string; one: string; shared: string; cpuSeconds(): number };
type Cost = { cpuPerGb: number; mbPerSecond: number };

const measure = async (
  { url, bytes, clients }: { url: string; bytes: number; clients: number },
  way: Way,
  cookie: string,
) => {
  const before = way.cpuSeconds();
  const seconds = await Promise.all(Array.from({ length: clients }, () => take(url, bytes, cookie)));
  const gigabytes = (bytes * clients) / 1e9;
  return {
    cpuPerGb: (way.cpuSeconds() - before) / gigabytes,
    mbPerSecond: (gigabytes * 1000) / Math.max(...seconds),
  };
};

/** Starts a reference server with the given sending method; it serves the same two files as the site. */
const launchReference = async (way: ReferenceWay, paths: ServerTask['files']): Promise<Way & { stop(): void }> => {
  const task: ServerTask = { way, files: paths };
  const server = fork(join(import.meta.dirname, 'downloads/server.ts'), [JSON.stringify(task)]);
  const [{ port }] = await once(server, 'message');
  const at = (name: string): string => `http://127.0.0.1:${port}/${name}`;
  return {
    ...{ name: way, one: at('one'), shared: at('shared') },
    cpuSeconds: () => cpuSecondsOf(server.pid ?? 0),
    stop: () => void server.kill(),
  };
};

type Rounds = Record<string, { one: Cost[]; many: Cost[] }>;

const runRounds = async (site: DownloadSite, ways: readonly Way[]): Promise<Rounds> => {
  const rounds: Rounds = Object.fromEntries(ways.map(({ name }) => [name, { one: [], many: [] }]));
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const way of ways) {
      const one = await measure({ url: way.one, bytes: FILE_BYTES, clients: 1 }, way, site.cookie);
      const many = await measure({ url: way.shared, bytes: SHARED_BYTES, clients: MANY_CLIENTS }, way, site.cookie);
      if (round === 0) continue;
      rounds[way.name]?.one.push(one);
      rounds[way.name]?.many.push(many);
    }
  }
  return rounds;
};

const summaryOf = (costs: readonly Cost[]) => ({
  cpuSecondsPerGb: rounded(median(costs.map(({ cpuPerGb }) => cpuPerGb))),
  mbPerSecond: Math.round(median(costs.map(({ mbPerSecond }) => mbPerSecond))),
});

const tell = (rounds: Rounds): void => {
  const of = (name: string, pick: keyof Cost): number[] => rounds[name]?.one.map((cost) => cost[pick]) ?? [];
  const rowBeside = (name: RowName, [way, reference]: [string, string], pick: keyof Cost) => {
    const [ours, theirs] = [of('the site', pick), of(way, pick)];
    const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
    const isCost = pick === 'cpuPerGb';
    return rowOf(
      { name, reference, unit: isCost ? 's CPU/GB' : 'MB/s', better: isCost ? 'less' : 'more' },
      {
        ...{ ours: median(ours), theirs: median(theirs), ratio: median(ratios) },
        ...(isCost ? { cost: median(ratios) } : {}),
        isDisturbed: spreadOf(ratios) > MOST_SPREAD_PERCENT,
      },
    );
  };
  const rows = [
    rowBeside('download', ['createReadStream 64 KiB', 'createReadStream, 64 KiB'], 'cpuPerGb'),
    rowBeside('download beside memory', ['node:http from memory', 'node:http, bytes from memory'], 'cpuPerGb'),
    rowBeside('download, speed', ['nginx', 'nginx, the same file'], 'mbPerSecond'),
  ];
  const figures = Object.fromEntries(
    Object.entries(rounds).flatMap(([name, { one, many }]) => [
      [name, summaryOf(one)],
      [`${name}, ${MANY_CLIENTS} clients`, summaryOf(many)],
    ]),
  );
  console.table(figures);
  const measured = rounded(median(of('the site', 'cpuPerGb')));
  const passed = measured <= LIMIT_CPU_SECONDS_PER_GB;
  console.log(`${passed ? 'PASS' : 'FAIL'} ${measured} <= ${LIMIT_CPU_SECONDS_PER_GB} CPU s/GB`);
  report('download', passed, {
    ...{ fileBytes: FILE_BYTES, limitCpuSecondsPerGb: LIMIT_CPU_SECONDS_PER_GB, figures, rows },
  });
};

if (!hasNginx()) {
  console.log('Missing: nginx. Install with: apt-get install nginx-light');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
const folder = mkdtempSync(join(tmpdir(), 'helix-download-bench-'));
try {
  await withSite({}, async (site) => {
    const objects = join(site.folder, 'files/objects');
    const stops: (() => unknown)[] = [];
    try {
      const one = await site.addResource([{ path: 'clip.mov', size: FILE_BYTES }]);
      const shared = await site.addResource([{ path: 'clip.mov', size: SHARED_BYTES }]);
      const keys = [one.keys[0] ?? '', shared.keys[0] ?? ''] as const;
      const sitePort = new URL(site.url()).port;
      const nginx = await startNginx({
        ...{ folder, sitePort, objects },
        locations: `location /direct/ { alias ${objects}/; sendfile on; gzip off; }`,
      });
      stops.push(() => nginx.stop());
      const [onePath, sharedPath] = [site.pathOf(keys[0]), site.pathOf(keys[1])];
      const ways: Way[] = [];
      for (const reference of REFERENCES) {
        const server = await launchReference(reference, { one: onePath, shared: sharedPath });
        stops.push(server.stop);
        ways.push(server);
      }
      const direct = (key: string): string => nginx.url(`/direct/${site.storage.frontPath(key)}`);
      ways.push({
        name: 'nginx',
        one: direct(keys[0]),
        shared: direct(keys[1]),
        cpuSeconds: () => cpuSecondsOf(nginx.pid),
      });
      ways.push({
        name: 'the site',
        one: site.url(await site.addressOf(one.id, 'clip.mov')),
        shared: site.url(await site.addressOf(shared.id, 'clip.mov')),
        cpuSeconds: () => site.usage().cpuSeconds,
      });
      tell(await runRounds(site, ways));
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
