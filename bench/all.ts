// `npm run bench`: every bench in turn, each in a process of its own; fails when one fails.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benches = [
  'listing.ts',
  'admin-tables.ts',
  'forum.ts',
  'requests.ts',
  'sitemap.ts',
  'session.ts',
  'download.ts',
  'zip.ts',
  'uploads.ts',
  'accel.ts',
  'sockets.ts',
  'lighthouse.ts',
];

for (const bench of benches) {
  console.log(`\n${bench}`);
  const run = spawnSync(process.execPath, [fileURLToPath(new URL(bench, import.meta.url))], { stdio: 'inherit' });
  if (run.status !== 0) process.exitCode = 1;
}
