// The oldest supported PostgreSQL version as an external server: start, requests, backup, and restore into the newest version.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTooOld } from '#server/kit/db/database-state.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { type ExternalPostgres, startExternalPostgres } from '#test/harness/external-postgres.ts';
import { emptyInstallation } from '#test/harness/installation.ts';
import { findOlderPostgres } from '#test/harness/older-postgres.ts';
import { runScript } from '#test/harness/run-script.ts';
import { fillElementsOf } from '#test/harness/server-process.ts';
import { startSite } from '#test/harness/site-process.ts';

const LIMIT_MS = 240_000;
const older = findOlderPostgres();

it.each([
  [180_004, false],
  [170_000, false],
  [160_014, false],
  [160_000, false],
  [150_018, true],
  [90_624, true],
])('treats server version %i as too old: %s', (version, expected) => {
  expect(isTooOld(version)).toBe(expected);
});

describe.skipIf(!older)('PostgreSQL 16', { timeout: LIMIT_MS }, () => {
  let server: ExternalPostgres;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startExternalPostgres({ packaged: older ?? undefined, fsync: 'on' });
    folder = mkdtempSync(join(tmpdir(), 'helix-external-'));
    env = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: server.siteUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
      SECRET_KEY: 'not a secret, but long enough for tests',
      DEMO: 'off',
    };
  }, LIMIT_MS);
  afterAll(async () => {
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const count = async (connection: pg.ClientConfig | { connectionString: string }) => {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      const { rows } = await client.query(
        `select (select count(*)::int from users) as users, (select count(*)::int from resource_files) as files,
           (select md5(string_agg(r::text, '|' order by r.id)) from resources r) as resources,
           (select count(*)::int from kysely_migration) as migrations`,
      );
      return rows[0];
    } finally {
      await client.end();
    }
  };

  it('is refused if it is too old, before anything is created in it', async () => {
    const connections = { site: { connectionString: server.siteUrl }, owner: { connectionString: server.ownerUrl } };
    await expect(prepareDatabase(connections, undefined, { oldestServer: 170_000 })).rejects.toThrow(
      /^The database server is PostgreSQL 16\.\S+, but the site needs 17 or newer\.$/,
    );
    await expect(count(connections.owner)).rejects.toThrow(/does not exist/);
  });

  // Prepares the database without the starter content, which takes longer to render than the rest of the test.
  const begin = async (): Promise<void> => {
    await prepareDatabase({ site: { connectionString: server.siteUrl }, owner: { connectionString: server.ownerUrl } });
    const { db, close } = openDatabase({ connectionString: server.siteUrl });
    const person = { username: 'ada', email: 'ada@people.example', role: 'ADMIN' as const };
    await fillElementsOf(db, await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow());
    await close();
  };

  it('runs a site whose backup can be restored into PostgreSQL 18', async () => {
    await begin();
    const site = await startSite(env);
    try {
      expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
      const post = (path: string, body: object) =>
        fetch(site.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const person = { email: 'emile@people.example', password: 'correct horse battery staple' };
      expect((await post('/api/auth/register', person)).status).toBe(201);
      expect((await post('/api/auth/login', person)).status).toBe(200);
      for (const path of ['/api/resources', '/api/resources?search=element', '/api/forum/categories', '/'])
        expect((await fetch(site.url + path)).status, path).toBe(200);
      const told = await runScript('scripts/doctor.ts', env);
      expect(told.out).toMatch(/The database responds: PostgreSQL 16\./);
      expect(told).toMatchObject({ code: 0, errors: '', out: expect.stringMatching(/\nProblems: 0, /) });
      expect(await runScript('scripts/backup.ts', env, [join(folder, 'backups')])).toMatchObject({
        code: 0,
        errors: '',
      });
    } finally {
      await site.stop();
    }
    const target = await emptyInstallation();
    try {
      const restored = await runScript('scripts/restore.ts', target.env, [join(folder, 'backups')]);
      expect(restored).toMatchObject({ code: 0, errors: '' });
      const there = await count(target.database.ownerConnection);
      expect(there).toMatchObject({ users: expect.any(Number), files: expect.any(Number) });
      expect(there).toEqual(await count({ connectionString: server.ownerUrl }));
    } finally {
      await target.remove();
    }
  });
});
