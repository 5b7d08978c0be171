// A file of 1 GiB through the site's permission check and X-Accel-Redirect, beside nginx serving the same file on its own:
// CPU of nginx and of the site's process together, in interleaved rounds. Fails above 1.3 times nginx's own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSecondsOf } from '#test/download-site.ts';
import { findFreePort, startNginx } from '#test/nginx.ts';
import { median, report, rounded, take, withSite } from './download-rounds.ts';

const FILE_BYTES = 1024 ** 3;
const ROUNDS = 7;
/** Downloads a round, since the system counts a process's time in hundredths of a second. */
const TIMES = 4;
const MOST_RATIO = 1.3;

const folder = mkdtempSync(join(tmpdir(), 'helix-accel-bench-'));
const port = String(await findFreePort());
try {
  await withSite({ PORT: port, ACCEL_PREFIX: '/_protected/', TRUST_PROXY: '127.0.0.1' }, async (site) => {
    const objects = join(site.folder, 'files/objects');
    const locations = `location /direct/ { alias ${objects}/; sendfile on; gzip off; }`;
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
      // The first round warms up.
      const nginxOwn = rounded(median(own.slice(1)));
      const throughSite = rounded(median(checked.slice(1)));
      const ratio = rounded(throughSite / nginxOwn);
      const passed = ratio <= MOST_RATIO;
      console.table({ 'nginx on its own': nginxOwn, 'through the permission check': throughSite });
      console.log(`${passed ? 'PASS' : 'FAIL'} CPU ${ratio} <= ${MOST_RATIO} (s/GB, medians of ${ROUNDS} rounds)`);
      await report('accel', passed, { fileBytes: FILE_BYTES, cpuSecondsPerGb: { nginxOwn, throughSite }, ratio });
    } finally {
      await nginx.stop();
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
