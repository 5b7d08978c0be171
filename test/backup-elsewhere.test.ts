// Moves a site from a local folder to object storage and back with backup and restore. Slow, so it runs only with SIZE=full.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { hashStored } from '#server/kit/backup/backup-files.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { emptyInstallation, environmentOf, type TestInstallation } from '#test/harness/installation.ts';
import { addResource } from '#test/harness/resources.ts';
import { runScript } from '#test/harness/run-script.ts';
import { type Swift, startSwift, whyNoSwift } from '#test/harness/swift.ts';

const LIMIT_MS = 240_000;
const whyNot = process.env.SIZE === 'full' ? whyNoSwift() : 'SIZE is not full';

describe.skipIf(whyNot !== null)(
  `over a storage service${whyNot === null ? '' : `: ${whyNot}`}`,
  { timeout: LIMIT_MS },
  () => {
    let test: TestApp;
    let service: Swift;
    let folder: string;
    const installations: TestInstallation[] = [];

    beforeAll(async () => {
      [test, service] = await Promise.all([startTestApp(), startSwift()]);
      folder = mkdtempSync(join(tmpdir(), 'helix-backups-'));
      const leaker = await test.addPerson('leaker');
      for (let at = 0; at < 20; at++)
        await addResource(test, {
          authorId: leaker.id,
          files: { 'a.bin': Buffer.alloc(70_000 + at, at), 'empty.txt': '' },
        });
    }, LIMIT_MS);
    afterAll(async () => {
      await service?.stop();
      for (const made of installations) await made.remove();
      await test?.stop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    it('restores every file with its content', async () => {
      let env = environmentOf(test);
      for (const place of ['service', 'disk']) {
        const store = join(folder, place);
        expect(await runScript('scripts/backup.ts', env, [store])).toMatchObject({ code: 0, errors: '' });
        const target = await emptyInstallation();
        installations.push(target);
        const elsewhere = place === 'service' ? service.envOf(await service.makeBucket('restored')) : {};
        env = { ...target.env, ...elsewhere };
        expect(await runScript('scripts/restore.ts', env, [store])).toMatchObject({ code: 0, errors: '' });
        const storage = await createStorage(readConfig(env, '/srv/helix'));
        for (const { storage_key, sha256 } of await test.db
          .selectFrom('resource_files')
          .select(['storage_key', 'sha256'])
          .execute())
          expect((await hashStored(storage, storage_key))?.sha256).toBe(sha256);
        const told = await runScript('scripts/doctor.ts', env, ['--all']);
        expect(told.out).toContain('Files in the database: 40, all present, and no others in the storage.');
      }
    });
  },
);
