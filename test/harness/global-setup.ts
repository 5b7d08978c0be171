// Starts one throw-away PostgreSQL per run, with a fully migrated template database that each test file clones. Also builds the
// client, because every application under test serves pages.
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { buildClient } from '../../scripts/build/build-client.ts';
import { keepDrawings } from '../../scripts/build/keep-drawings.ts';
import { makeTemporaryHome, removeAbandonedHomes } from './temporary-homes.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  export interface ProvidedContext {
    /** Connection to the run's database server as the site's role. `database` is the template, `owner` the role that owns it. */
    postgres: { host: string; port: number; user: string; owner: string; database: string; ssl: false };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await buildClient();
  keepDrawings();
  removeAbandonedHomes();
  const home = await makeTemporaryHome();
  const server = await startEmbeddedPostgres({ home, durable: false });
  await prepareDatabase({ site: server.connection, owner: server.ownerConnection });
  project.provide('postgres', { ...server.connection, owner: server.ownerConnection.user });
  return async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
}
