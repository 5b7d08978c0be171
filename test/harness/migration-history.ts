// Compares db/migrations with the releases in git: a released migration must never be edited or deleted.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readVersion } from '#server/kit/ops/version.ts';

const FOLDER = 'db/migrations/';

/** Runs git in `root`, ignoring the repository variables that are set when a git hook runs the tests. */
export function git(root: string, ...args: string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Released migrations that differ from the files in `root`, as `v1.0.0: 202601010000-forum-threads.ts`. Deleted ones are included
 * unless the release is newer than this version. Compares git's own hashes, so editing hashes.json can't hide a change. Only the
 * trees of tags are read, so in a shallow clone, the tags that it contains are checked. Returns [] if there is no repository.
 */
export function findChangedMigrations(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return [];
  const tags = git(root, 'tag', '--list', 'v[0-9]*').split('\n').filter(Boolean);
  return tags.flatMap((tag) => {
    const isNewer = tag.localeCompare(`v${readVersion(root)}`, 'en', { numeric: true }) > 0;
    return listReleased(root, tag)
      .filter(({ path, hash }) => {
        if (!existsSync(join(root, path))) return !isNewer;
        return git(root, 'hash-object', '--no-filters', path).trim() !== hash;
      })
      .map(({ path }) => `${tag}: ${path.slice(FOLDER.length)}`);
  });
}

function listReleased(root: string, tag: string): { path: string; hash: string }[] {
  const lines = git(root, 'ls-tree', tag, FOLDER).split('\n');
  return lines
    .map((line) => /^\d+ blob (?<hash>\S+)\t(?<path>.*\.ts)$/.exec(line)?.groups)
    .flatMap((found) => (found?.path && found.hash ? [{ path: found.path, hash: found.hash }] : []));
}
