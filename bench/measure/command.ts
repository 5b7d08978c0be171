// Implements `npm run bench`: which benches run, what is saved, what counts as a regression, and the exit code.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  inSentence,
  linesOf,
  missingFrom,
  type Regression,
  readMeasured,
  readTable,
  regressionsOf,
  TABLE_BENCHES,
  type Table,
} from './table.ts';

/** Benches without rows in the table; they only check their own limits. */
const OTHERS = ['admin-tables', 'footage/luts', 'forum', 'requests', 'sitemap'];
const ALL: readonly string[] = [...TABLE_BENCHES, ...OTHERS];

export type BenchCommand = {
  /** Runs a bench, which saves its result in the given folder; returns whether it succeeded. */
  run(bench: string, folder: string): boolean;
  /** Folder for results and the saved table. */
  results: string;
  /** Folder for the results of a check. */
  fresh: string;
  tell(line: string): void;
};

const tableOf = (folder: string, benches: readonly string[]): Table =>
  Object.fromEntries(
    benches.flatMap((bench) => {
      const measured = readMeasured(folder, bench);
      return measured && measured.rows.length > 0 ? [[bench, measured]] : [];
    }),
  );

const print = (table: Table, { tell }: BenchCommand): void => {
  for (const line of ['', ...linesOf(table), '']) tell(line);
};

/** Runs benches, which save their results in a separate folder, and finds regressions against the saved results. */
const compare = (benches: readonly string[], saved: Table, { run, fresh }: BenchCommand) => {
  for (const bench of benches) rmSync(join(fresh, `${bench}.json`), { force: true });
  // It does not matter here whether a bench exceeds its own limits, but a bench without results counts as failed.
  for (const bench of benches) run(bench, fresh);
  const table = tableOf(fresh, benches);
  return { table, failed: benches.filter((bench) => !table[bench]), regressions: regressionsOf(saved, table) };
};

const check = (benches: readonly string[], saved: Table, command: BenchCommand): boolean => {
  mkdirSync(command.fresh, { recursive: true });
  const { tell } = command;
  const first = compare(benches, saved, command);
  const again = [...new Set([...first.failed, ...first.regressions.map(({ bench }) => bench)])];
  for (const regression of first.regressions) tell(`once more: ${inSentence(regression)}`);
  const second = again.length > 0 ? compare(again, saved, command) : first;
  print({ ...first.table, ...second.table }, command);
  // A row counts as a regression only if it is worse in both runs. If its bench had no results in the first run, the second
  // run alone decides.
  const isLasting = ({ bench, row }: Regression): boolean =>
    first.failed.includes(bench) || first.regressions.some((before) => before.row === row);
  const lasting = second.regressions.filter(isLasting);
  for (const regression of lasting) tell(`FAIL ${inSentence(regression)}`);
  for (const bench of second.failed) tell(`FAIL ${bench} has no figures`);
  const passed = lasting.length === 0 && second.failed.length === 0;
  if (passed) tell('PASS no figure is more than 20 % worse than saved');
  return passed;
};

/**
 * Runs `npm run bench` with the given arguments.
 * @param args names of benches, `--check`, `--table`
 * @returns the exit code: 0 if everything succeeded, otherwise 1
 */
export function runBenches(args: readonly string[], command: BenchCommand): number {
  const { results, run, tell } = command;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { check: { type: 'boolean' }, table: { type: 'boolean' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !ALL.includes(name));
  if (unknown.length > 0) {
    tell(`Unknown bench: ${unknown.join(', ')}. Available: ${ALL.join(', ')}`);
    return 1;
  }
  const path = join(results, 'table.json');
  const saved = readTable(path);
  if (values.table) {
    print(saved, command);
    return 0;
  }
  if (values.check) {
    const asked = positionals.length > 0 ? positionals : TABLE_BENCHES;
    const comparable = asked.filter((bench) => saved[bench]);
    for (const bench of asked.filter((name) => !saved[name])) tell(`${bench}: no saved result to compare with`);
    return comparable.length > 0 && check(comparable, saved, command) ? 0 : 1;
  }
  const benches = positionals.length > 0 ? positionals : ALL;
  const failed = benches.filter((bench) => !run(bench, results));
  const table = { ...saved, ...tableOf(results, benches) };
  writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`);
  print(table, command);
  const missing = missingFrom(table);
  for (const bench of failed) tell(`FAIL ${bench}`);
  if (missing.length > 0) tell(`Not measured yet: ${missing.join(', ')}`);
  return failed.length > 0 || (positionals.length === 0 && missing.length > 0) ? 1 : 0;
}
