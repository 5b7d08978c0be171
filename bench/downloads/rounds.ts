// Shared by the download benches: starts a separate site, runs clients as separate processes, and reports the results.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { type EmbeddedConnection, startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { type DownloadSite, openDownloadSite } from '#test/harness/download-site.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { type Row, saveResult } from '../saved.ts';

/** Runs a bench with its own database, which is deleted afterwards. */
export async function withDatabase(run: (connection: EmbeddedConnection) => Promise<void>): Promise<void> {
  const home = await makeTemporaryHome();
  const postgres = await startEmbeddedPostgres({ home, durable: false });
  try {
    await prepareDatabase({ site: postgres.connection, owner: postgres.ownerConnection });
    await run(postgres.connection);
  } finally {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs a bench with a real server process and its own database. Afterwards, the process is stopped and the database deleted. */
export function withSite(env: Record<string, string>, run: (site: DownloadSite) => Promise<void>): Promise<void> {
  return withDatabase(async (connection) => {
    const site = await openDownloadSite(connection, env);
    try {
      await site.start();
      await run(site);
    } finally {
      await site.stop();
    }
  });
}

/** Makes one client read a whole response, which must be a 200 of at least `bytes` bytes. Resolves to the seconds it took. */
export async function take(url: string, bytes: number, cookie: string): Promise<number> {
  const { port, pathname, search } = new URL(url);
  const given = [port, String(bytes), pathname + search, cookie];
  const client = fork(join(import.meta.dirname, 'client.ts'), given);
  const ended = once(client, 'exit');
  const [message] = await Promise.race([once(client, 'message'), ended]);
  await ended;
  if (typeof message !== 'object') throw new Error('a client did not get the whole response');
  return message.seconds;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Saves the result. If `passed` is false, the process will exit with an error code. */
export function report(
  name: string,
  passed: boolean,
  result: { rows: readonly Row[]; [figure: string]: unknown },
): void {
  saveResult(name, { passed, ...result });
  process.exitCode = passed ? 0 : 1;
}
