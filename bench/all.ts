/**
 * `npm run bench`: runs every bench in turn, each in its own process, then prints the table and saves it in results/table.json.
 * Fails when a bench fails.
 *
 * `npm run bench -- pages zip` runs only these two benches; the table's other rows stay unchanged. `-- --check` runs the benches
 * that have rows and saves nothing; it fails if, in two consecutive runs, a row is more than 20 % worse than the saved row.
 * `-- --table` prints the saved table.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { runBenches } from './measure/command.ts';
import { isSmall, RESULTS, TRIED } from './saved.ts';

/** Benches that share a catalogue of a million resources, because writing it takes minutes. */
const SHARING = ['listing', 'palette', 'admin-tables'];
const shared = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
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
