// An external database with two roles: the owner role migrates, and the site starts without the owner's URL, using secret files.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExternalPostgres, startExternalPostgres } from '#test/harness/external-postgres.ts';
import { expectOneSentence, runScript } from '#test/harness/run-script.ts';
import { startSite } from '#test/harness/site-process.ts';

const LIMIT_MS = 240_000;
const SECRET = 'not a secret, but long enough for tests';

describe('a site whose process does not have the owner’s URL', { timeout: LIMIT_MS }, () => {
  let server: ExternalPostgres;
  let folder: string;
  let env: Record<string, string>;
  let owner: string;

  beforeAll(async () => {
    server = await startExternalPostgres();
    folder = mkdtempSync(join(tmpdir(), 'helix-migrate-'));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), `${text}\n`);
      return join(folder, name);
    };
    owner = file('owner', server.ownerUrl);
    env = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL_FILE: file('site', server.siteUrl),
      SECRET_KEY_FILE: file('key', SECRET),
      DEMO: 'off',
      LOG_LEVEL: 'info',
    };
  }, LIMIT_MS);
  afterAll(async () => {
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('says what to run, is migrated by it, starts without the owner, and is backed up with it', async () => {
    const early = await runScript('scripts/start.ts', { ...env, LOG_LEVEL: 'silent' });
    expectOneSentence(early, /older than this version.*`npm run migrate` with DATABASE_OWNER_URL/);

    const { DATABASE_URL_FILE = '' } = env;
    const migrated = await runScript('scripts/migrate.ts', { DATABASE_URL_FILE, DATABASE_OWNER_URL_FILE: owner });
    expect(migrated).toEqual({ code: 0, out: 'The database is up to date.\n', errors: '' });

    const site = await startSite(env);
    try {
      expect((await fetch(site.url)).status).toBe(200);
      const environ = readFileSync(`/proc/${site.process.pid}/environ`, 'utf8');
      for (const secret of [SECRET, server.siteUrl, server.ownerUrl]) expect(environ).not.toContain(secret);
      expect(site.output()).not.toContain('could change the audit log');
      expect(site.output()).toMatch(/Programs that read uploads /);
    } finally {
      await site.stop();
    }

    const store = join(folder, 'backups');
    mkdirSync(store);
    const backup = await runScript(
      'scripts/backup.ts',
      { ...env, DATABASE_OWNER_URL_FILE: owner, LOG_LEVEL: 'silent' },
      [store],
    );
    expect([backup.code, backup.errors]).toEqual([0, '']);
  });

  it('says that the embedded database does not need this step', async () => {
    const { code, out } = await runScript('scripts/migrate.ts', {});
    expect([code, out]).toEqual([0, expect.stringContaining('whenever the site starts')]);
  });
});
