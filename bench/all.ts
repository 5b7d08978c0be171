/**
 * `npm run bench`: every bench in turn, each in a process of its own, then the one table, which is saved in results/table.json.
 * Fails when a bench fails.
 *
 * `npm run bench -- pages zip` runs these alone: the table's other rows stay as they were. `-- --check` runs the benches that have
 * rows and saves nothing; it fails when a row is more than 20 % worse than the saved one, after its bench was run once more.
 * `-- --table` prints the saved table.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isSmall, RESULTS, TRIED } from './saved.ts';
import {
  inSentence,
  linesOf,
  missingFrom,
  readMeasured,
  readTable,
  regressionsOf,
  sentencesOfRest,
  TABLE_BENCHES,
  type Table,
} from './table.ts';

const others = ['admin-tables', 'forum', 'requests', 'sitemap', 'lighthouse'];
const all: readonly string[] = [...TABLE_BENCHES, ...others];

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, table: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.log(`There is no bench ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(1);
}

const results = isSmall ? TRIED : RESULTS;
const saved = join(results, 'table.json');
const fresh = join(TRIED, 'check');

/** Runs a bench; says whether it ended well. */
const run = (bench: string, folder: string): boolean => {
  console.log(`\n${bench}`);
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  const env = { ...process.env, BENCH_RESULTS: folder };
  return spawnSync(process.execPath, [file], { stdio: 'inherit', env }).status === 0;
};

const print = (table: Table): void => {
  for (const line of ['', ...linesOf(table), '']) console.log(line);
  console.log('Goals that no row shows:');
  for (const sentence of sentencesOfRest()) console.log(`  ${sentence}`);
};

const tableOf = (folder: string, benches: readonly string[]): Table =>
  Object.fromEntries(
    benches.flatMap((bench) => {
      const measured = readMeasured(folder, bench);
      return measured && measured.rows.length > 0 ? [[bench, measured]] : [];
    }),
  );

/** Runs benches into a folder of their own, and tells what has become worse than what is saved. */
const compare = (benches: readonly string[]) => {
  for (const bench of benches) rmSync(join(fresh, `${bench}.json`), { force: true });
  // What a bench asks of its own figures is not judged here; one that ends without figures has failed.
  for (const bench of benches) run(bench, fresh);
  const table = tableOf(fresh, benches);
  const failed = benches.filter((bench) => !table[bench]);
  return { table, failed, regressions: regressionsOf(readTable(saved), table) };
};

const check = (benches: readonly string[]): boolean => {
  mkdirSync(fresh, { recursive: true });
  const first = compare(benches);
  const again = [...new Set([...first.failed, ...first.regressions.map(({ bench }) => bench)])];
  if (again.length > 0) {
    for (const regression of first.regressions) console.log(`once more: ${inSentence(regression)}`);
  }
  const second = again.length > 0 ? compare(again) : first;
  print({ ...first.table, ...second.table });
  // Only what was worse both times is worse.
  const lasting = second.regressions.filter(({ row }) => first.regressions.some((before) => before.row === row));
  for (const regression of lasting) console.log(`FAIL ${inSentence(regression)}`);
  for (const bench of second.failed) console.log(`FAIL ${bench} has no figures`);
  const passed = lasting.length === 0 && second.failed.length === 0;
  if (passed) console.log('PASS no figure is more than 20 % worse than saved');
  return passed;
};

if (values.table) {
  print(readTable(saved));
} else if (values.check) {
  const asked = positionals.length > 0 ? positionals : TABLE_BENCHES;
  const before = readTable(saved);
  const comparable = asked.filter((bench) => before[bench]);
  for (const bench of asked.filter((name) => !before[name])) console.log(`${bench}: nothing is saved to compare with`);
  process.exitCode = comparable.length > 0 && check(comparable) ? 0 : 1;
} else {
  const benches = positionals.length > 0 ? positionals : all;
  const failed = benches.filter((bench) => !run(bench, results));
  const table = { ...readTable(saved), ...tableOf(results, benches) };
  writeFileSync(saved, `${JSON.stringify(table, null, 2)}\n`);
  print(table);
  const missing = missingFrom(table);
  for (const bench of failed) console.log(`FAIL ${bench}`);
  if (missing.length > 0) console.log(`Not measured yet: ${missing.join(', ')}`);
  process.exitCode = failed.length > 0 || (positionals.length === 0 && missing.length > 0) ? 1 : 0;
}
