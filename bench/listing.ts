// The listing beside a bare Fastify with one query on the same 100,000 rows, in one interleaved run.
// Fails when the listing, with nothing cached, makes less than 0.65 of the bare server's requests a second.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { openDatabase } from '#server/kit/db.ts';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';
import { migrateToLatest } from '#server/kit/migrations.ts';
import { makeTemporaryHome } from '#test/temporary-homes.ts';
import { fillListing } from './listing-rows.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const ROWS = 100_000;
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 64;
const LEAST_RATIO = 0.65;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const started = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready at (http\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1].replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`a server ended with code ${code}`)));
  });

const launch = (script: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [script], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });

const rateOf = async (url: string): Promise<number> => {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
};

const folder = await makeTemporaryHome();
// As root, the database's user must be able to pass through.
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({ home: join(folder, 'postgres') });
const children: ChildProcess[] = [];
try {
  const { db, close } = openDatabase(server.connection, { statementTimeoutMs: 0 });
  await migrateToLatest(db);
  await fillListing(db, ROWS);
  await close();
  const { host, user, database } = server.connection;
  const env = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: 'a key for this bench only, never used elsewhere',
    NODE_ENV: 'production',
    PORT: '0',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    WORKERS: '0',
    DATA_DIR: join(folder, 'data'),
  };
  const bare = launch('bench/listing-bare.ts', env);
  const ours = launch('scripts/start.ts', env);
  children.push(bare, ours);
  const [bareUrl, oursUrl] = await Promise.all([started(bare), started(ours)]);
  const targets = { bare: `${bareUrl}/resources`, listing: `${oursUrl}/api/resources`, page: `${oursUrl}/resources` };
  const rates: Record<keyof typeof targets, number[]> = { bare: [], listing: [], page: [] };
  for (const url of Object.values(targets)) await rateOf(url);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of Object.keys(targets) as (keyof typeof targets)[]) rates[name].push(await rateOf(targets[name]));
  }
  const perSecond = { bare: median(rates.bare), listing: median(rates.listing), page: median(rates.page) };
  const ratio = perSecond.listing / perSecond.bare;
  const passed = ratio >= LEAST_RATIO;
  console.table({
    'bare Fastify, one query': { 'requests/s': perSecond.bare, ratio: 1 },
    'listing, nothing cached': { 'requests/s': perSecond.listing, ratio: Number(ratio.toFixed(2)) },
    'listing page, visitors’ cache': {
      'requests/s': perSecond.page,
      ratio: Number((perSecond.page / perSecond.bare).toFixed(2)),
    },
  });
  console.log(
    `${passed ? 'PASS' : 'FAIL'}: ${ratio.toFixed(2)} of the bare server's rate, at least ${LEAST_RATIO} is asked`,
  );
  const machine = {
    cores: availableParallelism(),
    node: process.version,
    rows: ROWS,
    rounds: ROUNDS,
    connections: CONNECTIONS,
  };
  writeFileSync(
    join(project, 'bench/results/listing.json'),
    `${JSON.stringify({ machine, perSecond, ratio, rates }, null, 2)}\n`,
  );
  if (!passed) process.exitCode = 1;
} finally {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
