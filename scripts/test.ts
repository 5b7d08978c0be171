// `npm test`: static checks, then unit and feature tests, then journeys in a real browser. The last line shows the totals.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClient } from './build/build-client.ts';
import { missingPackages } from './build/debian-packages.ts';
import { FILE_TIMES, type FileTime } from './reports/file-times.ts';
import { startRun } from './run/run.ts';

type Count = { passed: number; failed: number; skipped: number };

const project = fileURLToPath(new URL('..', import.meta.url));
const reports = join(project, '.cache/test-reports');
const inCi = process.env.CI === 'true';

/** Tests start hundreds of processes; sharing compiled code halves their CPU time. */
const NODE_COMPILE_CACHE = join(project, '.cache/compiled');

const run = (program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> =>
  started.run(program, args, { NODE_COMPILE_CACHE, ...(inCi ? { NO_COLOR: '1' } : {}), ...env });

const readReport = <T>(name: string): T | null => {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8')) as T;
  } catch {
    return null;
  }
};

const runChecks = async (): Promise<Count> => {
  const checks: [string, string[]][] = [
    ['biome', ['check', '.']],
    ['tsc', ['-b']],
    ['knip', []],
    ['knip', ['--production', '--strict']],
  ];
  const results: boolean[] = [];
  for (const [program, args] of checks) results.push(await run(program, args));
  return { passed: results.filter(Boolean).length, failed: results.filter((ok) => !ok).length, skipped: 0 };
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
};

const runVitest = async (times: FileTime[]): Promise<Count> => {
  const file = join(reports, 'vitest.json');
  const reporters = ['dot', 'json', './scripts/reports/file-times.ts', './test/repository/shown-tests.ts'].map(
    (reporter) => `--reporter=${reporter}`,
  );
  const ok = await run('vitest', ['run', ...reporters, `--outputFile.json=${file}`], { TEST_REPORTS: reports });
  const report = readReport<VitestReport>('vitest.json');
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  times.push(...(readReport<FileTime[]>(FILE_TIMES) ?? []));
  // Tests that are cited as proof in test/repository/shown-by.ts but did not run.
  const unshown = readReport<string[]>('unshown.json') ?? ['it is unknown which tests ran'];
  for (const one of unshown) process.stdout.write(`Cited but not run: ${one}\n`);
  const failed = (report.numFailedTests || (ok ? 0 : 1)) + unshown.length;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
};

type Suite = { file: string; specs: { tests: { results: { duration: number }[] }[] }[]; suites?: Suite[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};

const durationOf = (suite: Suite): number => {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.flatMap((test) => test.results.map((result) => result.duration)),
  );
  return own.reduce((sum, ms) => sum + ms, 0) + (suite.suites ?? []).reduce((sum, inner) => sum + durationOf(inner), 0);
};

const runBrowser = async (times: FileTime[]): Promise<Count> => {
  const ok = await run('playwright', ['test', '--config', 'test/e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'browser.json'),
  });
  const report = readReport<PlaywrightReport>('browser.json');
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  for (const suite of report.suites) times.push({ file: `test/e2e/${suite.file}`, ms: durationOf(suite) });
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky || (ok ? 0 : 1), skipped };
};

const missing = missingPackages();
if (missing.length > 0) {
  process.stdout.write(
    `Missing packages for some tests: ${missing.join(' ')}. Install with: apt-get install ${missing.join(' ')}\n`,
  );
  if (inCi) process.exit(1);
}
const started = startRun();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
await buildClient();

const times: FileTime[] = [];
const none: Count = { passed: 0, failed: 0, skipped: 0 };
const counts = [
  await runChecks(),
  await runVitest(times),
  missing.includes('chromium') ? { ...none, skipped: 1 } : await runBrowser(times),
];
await started.end();
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}));

process.stdout.write('\nThe ten slowest files:\n');
for (const { file, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, 10)) {
  process.stdout.write(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}\n`);
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);
