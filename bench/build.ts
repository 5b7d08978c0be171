/**
 * Measures a clean front-end build in a copy of the sources that shares only the installed packages, and compares it with the
 * time NodeBB needs to build its assets on the reference machine. `SIZE=small` is a trial run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, spreadOf } from './measure/load.ts';
import { isSmall, rowOf, saveResult } from './saved.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = isSmall ? 1 : 3;
/** How long NodeBB takes to build its assets, in seconds. */
const PEER_SECONDS = 59;
const MOST_SPREAD_PERCENT = 40;
const LEFT_OUT = ['node_modules', 'dist', '.cache', '.git', 'data'];

const buildOnce = async (): Promise<number> => {
  const copy = mkdtempSync(join(tmpdir(), 'helix-build-bench-'));
  try {
    cpSync(project, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(relative(project, path)) });
    symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
    const begun = performance.now();
    const child = spawn(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`the build exited with code ${code}`);
    return (performance.now() - begun) / 1000;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

const seconds: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) seconds.push(await buildOnce());
const row = rowOf(
  { name: 'build of the front end', reference: 'NodeBB’s assets, as the notes have them', unit: 's', better: 'less' },
  { ours: median(seconds), theirs: PEER_SECONDS, isDisturbed: spreadOf(seconds) > MOST_SPREAD_PERCENT },
);
console.table([row]);
saveResult('build', { seconds, rows: [row] });
