// Compares two ways to download a 1 GiB file: through the site's permission check with X-Accel-Redirect, and from nginx alone.
// Measures the CPU time of nginx plus the site's process, in interleaved rounds, and fails if it exceeds 1.3 times that of nginx
// alone. Also measures a small page asset, served by the site and by nginx. `SIZE=small` is a trial run.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuSecondsOf } from '#test/harness/download-site.ts';
import { findFreePort, type Nginx, startNginx } from '#test/harness/nginx.ts';
import { median, report, rounded, take, withSite } from './downloads/rounds.ts';
import { runLoad, spreadOf } from './measure/load.ts';
import { browserHeaders } from './measure/site.ts';
import { isSmall, type Row, rowOf } from './saved.ts';

const FILE_BYTES = isSmall ? 128 * 1024 ** 2 : 1024 ** 3;
const ROUNDS = isSmall ? 1 : 7;
/** Downloads per round. A single one is too short to measure, because the system counts CPU time in hundredths of a second. */
const TIMES = 4;
const MOST_RATIO = 1.3;
/** Only half of nginx's 64 connections are used, because nginx needs some of them for other purposes. */
const CONNECTIONS = 32;
const MOST_SPREAD_PERCENT = 40;
const ASSET_SECONDS = isSmall ? 0.5 : 1.5;
/** Folder with the style sheet, which both servers send compressed: the site from memory, nginx from the system's file cache. */
const CLIENT = fileURLToPath(new URL('../dist/client/', import.meta.url));

/** Table row for a small asset: responses per second of the site's process and of nginx, serving the same file. */
const measureAsset = async (nginx: Nginx, sitePort: number, siteCpu: () => number): Promise<Row> => {
  const name = readdirSync(join(CLIENT, 'assets')).find((file) => /^main-.*\.css$/.test(file));
  const sides = {
    ours: { port: sitePort, path: `/assets/${name}`, cpu: siteCpu },
    nginx: {
      port: Number(new URL(nginx.url('')).port),
      path: `/stock/assets/${name}.br`,
      cpu: () => cpuSecondsOf(nginx.pid),
    },
  };
  const measure = async ({ port: at, path, cpu }: (typeof sides)['ours']) => {
    const before = cpu();
    const plan = { port: at, next: () => path, connections: CONNECTIONS, seconds: ASSET_SECONDS, awake: true };
    const { perSecond, answers } = await runLoad({ ...plan, headers: browserHeaders });
    return { perSecond, cpu: (cpu() - before) / answers };
  };
  const rounds: Record<keyof typeof sides, Awaited<ReturnType<typeof measure>>>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const theirs = await measure(sides.nginx);
    rounds.push({ nginx: theirs, ours: await measure(sides.ours) });
  }
  // The first round is a warm-up.
  const counted = rounds.slice(1);
  const ratios = counted.map(({ ours, nginx: theirs }) => ours.perSecond / theirs.perSecond);
  return rowOf(
    { name: 'small asset', reference: 'nginx, the same file', unit: 'answers/s', better: 'more' },
    {
      ours: median(counted.map(({ ours }) => ours.perSecond)),
      theirs: median(counted.map(({ nginx: theirs }) => theirs.perSecond)),
      ratio: median(ratios),
      cost: median(counted.map(({ ours, nginx: theirs }) => ours.cpu / theirs.cpu)),
      isDisturbed: spreadOf(ratios) > MOST_SPREAD_PERCENT,
    },
  );
};

const folder = mkdtempSync(join(tmpdir(), 'helix-accel-bench-'));
const port = String(await findFreePort());
try {
  await withSite({ PORT: port, ACCEL_PREFIX: '/_protected/', TRUST_PROXY: '127.0.0.1' }, async (site) => {
    const objects = join(site.folder, 'files/objects');
    const locations = `location /direct/ { alias ${objects}/; sendfile on; gzip off; }
      location /stock/ { alias ${CLIENT}; sendfile on; gzip off; keepalive_requests 100000000; }`;
    const nginx = await startNginx({ folder, sitePort: port, objects, locations });
    try {
      const { id, keys } = await site.addResource([{ path: 'clip.mov', size: FILE_BYTES }]);
      const stored = site.storage.frontPath(keys[0] ?? '');
      const measure = async (url: string): Promise<number> => {
        const before = cpuSecondsOf(nginx.pid) + site.usage().cpuSeconds;
        for (let time = 0; time < TIMES; time += 1) await take(url, FILE_BYTES, site.cookie);
        const after = cpuSecondsOf(nginx.pid) + site.usage().cpuSeconds;
        return ((after - before) / (FILE_BYTES * TIMES)) * 1e9;
      };
      const own: number[] = [];
      const checked: number[] = [];
      const allowed = nginx.url(await site.addressOf(id, 'clip.mov'));
      for (let round = 0; round <= ROUNDS; round += 1) {
        own.push(await measure(nginx.url(`/direct/${stored}`)));
        checked.push(await measure(allowed));
      }
      // The first round is a warm-up.
      const nginxOwn = rounded(median(own.slice(1)));
      const throughSite = rounded(median(checked.slice(1)));
      const ratio = rounded(throughSite / nginxOwn);
      const passed = ratio <= MOST_RATIO;
      console.table({ 'nginx on its own': nginxOwn, 'through the permission check': throughSite });
      console.log(`${passed ? 'PASS' : 'FAIL'} CPU ${ratio} <= ${MOST_RATIO} (s/GB, medians of ${ROUNDS} rounds)`);
      const row = rowOf(
        { name: 'download through nginx', reference: 'nginx on its own', unit: 's CPU/GB', better: 'less' },
        {
          ...{ ours: throughSite, theirs: nginxOwn, ratio, cost: ratio },
        },
      );
      const asset = await measureAsset(nginx, Number(port), () => site.usage().cpuSeconds);
      report('accel', passed, {
        ...{ fileBytes: FILE_BYTES, cpuSecondsPerGb: { nginxOwn, throughSite }, ratio, rows: [row, asset] },
      });
    } finally {
      await nginx.stop();
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
