// Compares Download All with downloading a single file, both sent by the real server process in the same interleaved rounds.
// Fails when the ZIP of one 1 GiB file takes more than 1.5 times the CPU time of the file itself, or when, with 16 clients, each
// client after the first needs more than 2 MiB of memory. `SIZE=small` is a trial run.
import type { DownloadSite, MadeFile } from '#test/harness/download-site.ts';
import { median, report, rounded, take, withSite } from './downloads/rounds.ts';
import { isSmall, rowOf } from './saved.ts';

const MIB = 1024 * 1024;
const FILE_BYTES = (isSmall ? 128 : 1024) * MIB;
/** With many clients, each downloads an eighth of the file, so that a round stays short. */
const SHARED_BYTES = FILE_BYTES / 8;
const MANY_CLIENTS = 16;
const ROUNDS = isSmall ? 1 : 5;
const MOST_RATIO = 1.5;
const MOST_MIB_A_CLIENT = 2;
/** How much the process's memory varies between runs, in MiB. */
const SLACK_MIB = 48;
const MANY_ENTRIES = isSmall ? 3000 : 70_000;

/** A typical pack: 44 files, 312 MB. */
const pack: MadeFile[] = Array.from({ length: 44 }, (_, index) => ({
  path: `Pack/clip ${index}.mov`,
  size: index % 4 === 0 ? 40_000 : 9_450_000,
}));

type Way = { name: string; clients: number; bytes: number; url: string; cpuPerGb: number[]; mbPerSecond: number[] };

const measure = async (site: DownloadSite, way: Way): Promise<void> => {
  const before = site.usage();
  const seconds = await Promise.all(Array.from({ length: way.clients }, () => take(way.url, way.bytes, site.cookie)));
  const gigabytes = (way.bytes * way.clients) / 1e9;
  way.cpuPerGb.push((site.usage().cpuSeconds - before.cpuSeconds) / gigabytes);
  way.mbPerSecond.push((gigabytes * 1000) / Math.max(...seconds));
};

const waysOf = async (site: DownloadSite): Promise<Way[]> => {
  const one = await site.addResource([{ path: 'clip.mov', size: FILE_BYTES }]);
  const shared = await site.addResource([{ path: 'clip.mov', size: SHARED_BYTES }]);
  const packed = await site.addResource(pack);
  const packBytes = pack.reduce((sum, file) => sum + ('size' in file ? file.size : 0), 0);
  const way = async (name: string, clients: number, id: string, bytes: number, file?: string): Promise<Way> => ({
    ...{ name, clients, bytes, cpuPerGb: [], mbPerSecond: [] },
    url: site.url(await site.addressOf(id, file)),
  });
  return [
    await way('file', 1, one.id, FILE_BYTES, 'clip.mov'),
    await way('ZIP of the file', 1, one.id, FILE_BYTES),
    await way('ZIP of 44 files', 1, packed.id, packBytes),
    await way('file', MANY_CLIENTS, shared.id, SHARED_BYTES, 'clip.mov'),
    await way('ZIP of the file', MANY_CLIENTS, shared.id, SHARED_BYTES),
    await way('ZIP of 44 files', MANY_CLIENTS, packed.id, packBytes),
  ];
};

/** Peak memory, in MiB, of a freshly started process while the clients of `way` download. */
const measureMemory = async (site: DownloadSite, way: Way): Promise<number> => {
  await site.kill();
  await site.start();
  await take(way.url, way.bytes, site.cookie);
  site.forgetPeak();
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(Array.from({ length: way.clients }, () => take(way.url, way.bytes, site.cookie)));
  }
  return site.usage().peakMib;
};

const firstByteMs = async (site: DownloadSite, address: string, headers: Record<string, string> = {}) => {
  const begun = performance.now();
  const answer = await fetch(site.url(address), { headers: { cookie: site.cookie, ...headers } });
  await answer.body?.cancel();
  return Math.round(performance.now() - begun);
};

/** Measures the time to the first byte with very many entries, with and without a cached layout. */
const measureMany = async (site: DownloadSite) => {
  const files = Array.from({ length: MANY_ENTRIES }, (_, index) => ({
    path: `Sounds/${index % 97}/hit ${index}.wav`,
    content: Buffer.alloc(600 + (index % 1077), `${index} `),
  }));
  const { id } = await site.addResource(files);
  const address = await site.addressOf(id);
  const first = await firstByteMs(site, address);
  const later = await Promise.all([1, 2, 3].map(() => firstByteMs(site, address, { range: 'bytes=1000000-' })));
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  const before = site.usage();
  site.forgetPeak();
  const seconds = await take(site.url(address), bytes, site.cookie);
  const after = site.usage();
  return {
    entries: MANY_ENTRIES,
    mb: rounded(bytes / 1e6),
    firstByteMs: first,
    firstByteOfLaterPartMs: median(later),
    seconds: rounded(seconds),
    cpuSeconds: rounded(after.cpuSeconds - before.cpuSeconds),
    peakMib: after.peakMib,
  };
};

await withSite({}, async (site) => {
  const ways = await waysOf(site);
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const way of ways) await measure(site, way);
  }
  const costs = ways.map(({ name, clients, cpuPerGb, mbPerSecond }) => ({
    name,
    clients,
    cpuSecondsPerGb: rounded(median(cpuPerGb.slice(1))),
    mbPerSecond: Math.round(median(mbPerSecond.slice(1))),
  }));
  const [file, zip, , , many] = costs;
  if (!file || !zip || !many) throw new Error('nothing was measured');
  const ratio = rounded(zip.cpuSecondsPerGb / file.cpuSecondsPerGb);
  const [oneWay, manyWay] = [ways[1], ways[4]];
  if (!oneWay || !manyWay) throw new Error('nothing was measured');
  const oneMib = await measureMemory(site, oneWay);
  const manyMib = await measureMemory(site, manyWay);
  const mostMib = oneMib + MOST_MIB_A_CLIENT * (MANY_CLIENTS - 1) + SLACK_MIB;
  const manyEntries = await measureMany(site);
  const passed = ratio <= MOST_RATIO && manyMib <= mostMib;
  const memory = { oneClientMib: oneMib, manyClientsMib: manyMib, clients: MANY_CLIENTS, mostMib };
  console.table(costs);
  console.log(memory, manyEntries);
  console.log(`${passed ? 'PASS' : 'FAIL'} CPU ${ratio} <= ${MOST_RATIO}, memory ${manyMib} <= ${mostMib} MiB`);
  const row = rowOf(
    { name: 'ZIP', reference: 'the same file on its own', unit: 's CPU/GB', better: 'less' },
    {
      ...{ ours: zip.cpuSecondsPerGb, theirs: file.cpuSecondsPerGb, cost: ratio },
    },
  );
  report('zip', passed, { ratio, mostRatio: MOST_RATIO, costs, memory, manyEntries, rows: [row] });
});
