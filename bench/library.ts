/**
 * Measures how fast the library check hashes a folder in a browser: from the button to the result, for large and for small files. The
 * reference is one `sha256sum` over the same files, which are in the system's cache for both. `SIZE=small` is a trial run.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { LIBRARY_PATH } from '#contract/paths.ts';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';
import { startSite } from '#test/harness/site-process.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median, spreadOf } from './measure/load.ts';
import { isSmall, type Row, rowOf, saveResult } from './saved.ts';

const ROUNDS = isSmall ? 1 : 5;
const MOST_SPREAD_PERCENT = 40;
const MB = 1_000_000;
const FOLDERS = {
  large: { files: isSmall ? 2 : 4, bytes: (isSmall ? 40 : 256) * MB },
  small: { files: isSmall ? 20 : 2000, bytes: 0.25 * MB },
};
type Kind = keyof typeof FOLDERS;
const KINDS: Kind[] = ['large', 'small'];

const totalMb = (kind: Kind): number => (FOLDERS[kind].files * FOLDERS[kind].bytes) / MB;

const fill = (home: string, kind: Kind): { folder: string; files: string[] } => {
  const folder = join(home, kind);
  mkdirSync(folder);
  const files = Array.from({ length: FOLDERS[kind].files }, (_, index) => join(folder, `${index}.mov`));
  for (const file of files) writeFileSync(file, randomBytes(FOLDERS[kind].bytes));
  return { folder, files };
};

/** @returns seconds */
const timed = async (act: () => unknown): Promise<number> => {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
};

const checkInBrowser = async (browser: Browser, site: string, kind: Kind, folder: string): Promise<number> => {
  // A new context doesn't remember the hashes of the last round.
  const context = await browser.newContext({ baseURL: site });
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  const person = { email: `${crypto.randomUUID()}@bench.example`, password: 'lamp oil and film grain' };
  const answer = await context.request.post('/api/auth/register', { data: person });
  if (!answer.ok()) throw new Error(`no account: ${await answer.text()}`);
  const page = await context.newPage();
  await page.goto(LIBRARY_PATH);
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  const start = page.getByRole('button', { name: /^Check [\d,]+ files$/ });
  await start.waitFor();
  const seconds = await timed(async () => {
    await start.click();
    await page.getByText(new RegExp(`files in ${kind} come from`)).waitFor();
  });
  await context.close();
  return seconds;
};

if (!existsSync(chromiumPath)) {
  console.log('Missing: chromium. Install with: apt-get install chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
const home = await makeTemporaryHome();
const site = await startSite({ NODE_ENV: 'production', DEMO: 'off', RATE_LIMITS: 'off' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: playwrightFlags });
try {
  const ours: Record<Kind, number[]> = { large: [], small: [] };
  const theirs: Record<Kind, number[]> = { large: [], small: [] };
  for (const kind of KINDS) {
    const { folder, files } = fill(home, kind);
    const sum = () => execFileSync('sha256sum', files, { stdio: ['ignore', 'ignore', 'inherit'] });
    // Brings the files into the system's cache.
    sum();
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs[kind].push(totalMb(kind) / (await timed(sum)));
      ours[kind].push(totalMb(kind) / (await checkInBrowser(browser, site.url, kind, folder)));
    }
  }
  const row = (name: Row['name'], kind: Kind): Row =>
    rowOf(
      { name, reference: 'sha256sum over the same files', unit: 'MB/s', better: 'more' },
      {
        ours: median(ours[kind]),
        theirs: median(theirs[kind]),
        isDisturbed: spreadOf(ours[kind]) > MOST_SPREAD_PERCENT,
      },
    );
  const rows = [row('library check, large files', 'large'), row('library check, small files', 'small')];
  console.table(rows);
  saveResult('library', { ours, theirs, rows });
} finally {
  await browser.close();
  await site.stop();
}
