// One throw-away PostgreSQL for a whole run, with a template that has every migration; each test file clones it.
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/kit/db.ts';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';
import { migrateJobs } from '#server/kit/jobs.ts';
import { migrateToLatest } from '#server/kit/migrations.ts';
import { makeTemporaryHome, removeAbandonedHomes } from './temporary-homes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's database server; `database` is the template. */
    postgres: { host: string; port: number; user: string; database: string; ssl: false };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  removeAbandonedHomes();
  const home = await makeTemporaryHome();
  const server = await startEmbeddedPostgres({ home, durable: false });
  const database = openDatabase(server.connection);
  await migrateToLatest(database.db);
  await migrateJobs(database.pool);
  await database.close();
  project.provide('postgres', server.connection);
  return async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
}
