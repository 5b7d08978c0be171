// `npm run faults -- --runs N [--only name]`: runs the tests in test/faults at full size and prints a table of their results.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildClient } from './build/build-client.ts';

type Counted = Record<'lost' | 'half' | 'orphans', string[]> & { fault: string; kills: number; acknowledged: number };

const project = fileURLToPath(new URL('..', import.meta.url));
const faults = readdirSync(join(project, 'test/faults'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''));

const readWish = (): { runs: number; only: string[] } => {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, only: { type: 'string' } } });
  const runs = Number(values.runs ?? 30);
  const only = values.only === undefined ? faults : faults.filter((name) => name.includes(values.only ?? ''));
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a number of 1 or more.');
  if (only.length === 0) throw new Error(`--only must be one of: ${faults.join(', ')}.`);
  return { runs, only };
};

const readCounts = (folder: string, fault: string): Counted | null => {
  const file = join(folder, `${fault}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counted) : null;
};

/** A table row with the counts, or dashes if the test did not finish. */
const lineOf = (fault: string, counts: Counted | null): string => {
  const cells = counts
    ? [counts.kills, counts.acknowledged, counts.lost.length, counts.half.length, counts.orphans.length]
    : ['-', '-', '-', '-', '-'];
  return `${fault.padEnd(20)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
};

const run = async (): Promise<boolean> => {
  const { runs, only } = readWish();
  await buildClient();
  const folder = mkdtempSync(join(tmpdir(), 'helix-tallies-'));
  try {
    const files = only.map((name) => `test/faults/${name}.test.ts`);
    // One test at a time, because response times matter for some faults.
    const { status } = spawnSync(join(project, 'node_modules/.bin/vitest'), ['run', '--maxWorkers=1', ...files], {
      cwd: project,
      stdio: 'inherit',
      env: { ...process.env, SIZE: 'full', FAULT_RUNS: String(runs), FAULT_TALLIES: folder },
    });
    const counted = only.map((fault) => ({ fault, counts: readCounts(folder, fault) }));
    const head = ['kills', 'acknowledged', 'lost', 'half', 'orphans'].map((word) => word.padStart(14)).join('');
    process.stdout.write(`\n${'fault'.padEnd(20)}${head}\n`);
    for (const { fault, counts } of counted) {
      process.stdout.write(`${lineOf(fault, counts)}\n`);
      for (const [kind, those] of Object.entries(counts ?? {}))
        if (Array.isArray(those)) for (const one of those.slice(0, 20)) process.stdout.write(`  ${kind}: ${one}\n`);
    }
    return status === 0 && counted.every(({ counts }) => counts !== null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
