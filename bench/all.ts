/**
 * `npm run bench`: every bench in turn, each in a process of its own, then the one table, which is saved in results/table.json.
 * Fails when a bench fails.
 *
 * `npm run bench -- pages zip` runs these alone: the table's other rows stay as they were. `-- --check` runs the benches that have
 * rows and saves nothing; it fails when a row is more than 20 % worse than the saved one, after its bench was run once more.
 * `-- --table` prints the saved table.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { runBenches } from './measure/command.ts';
import { isSmall, RESULTS, TRIED } from './saved.ts';

/** Benches that need the same catalogue of a million: it takes minutes to write, so the second of them finds it there. */
const SHARING = ['listing', 'admin-tables'];
const shared = await makeTemporaryHome();
// As root, the database's user must be able to pass through.
chmodSync(shared, 0o711);

const run = (bench: string, folder: string): boolean => {
  console.log(`\n${bench}`);
  const begun = performance.now();
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  const keep = SHARING.includes(bench) ? { KEEP_IN: process.env.KEEP_IN ?? shared } : {};
  const env = { ...process.env, BENCH_RESULTS: folder, ...keep };
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit', env });
  console.log(`${bench} took ${Math.round((performance.now() - begun) / 1000)} s`);
  return status === 0;
};

try {
  process.exitCode = runBenches(process.argv.slice(2), {
    run,
    results: isSmall ? TRIED : RESULTS,
    fresh: join(TRIED, 'check'),
    tell: (line) => console.log(line),
  });
} finally {
  rmSync(shared, { recursive: true, force: true });
}
