// `npm run fuzz -- --runs N [--seed S] [--only name]`: runs the fuzzer with N requests per operation and role. If no seed is
// given, picks one and prints it.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildClient } from './build/build-client.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

const { values } = parseArgs({
  options: {
    /** Requests per operation and role. */
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** Runs only the operations whose name contains this text. */
    only: { type: 'string' },
  },
});

await buildClient();
const args = [
  'run',
  'test/hostile/fuzz.test.ts',
  'test/hostile/fuzz-cubes.test.ts',
  'test/hostile/fuzz-fonts.test.ts',
  '--disable-console-intercept',
  ...(values.only ? ['-t', values.only] : []),
];
const ended = spawnSync(join(project, 'node_modules/.bin/vitest'), args, {
  cwd: project,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed },
});
process.exitCode = ended.status ?? 1;
