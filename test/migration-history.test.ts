import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { findChangedMigrations, git } from '#test/harness/migration-history.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';

const FIRST = '202601010000-forum-threads.ts';
const SECOND = '202601020000-forum-posts.ts';

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await makeTemporaryHome();
  root = join(folder, 'site');
  mkdirSync(join(root, 'db/migrations'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "version": "1.1.0" }');
  git(root, 'init', '--quiet');
  write(FIRST, 'first');
  write('hashes.json', '{}');
  commit();
  return () => rmSync(folder, { recursive: true, force: true });
});

const write = (file: string, text: string): void => writeFileSync(join(root, 'db/migrations', file), text);
const commit = (): void => {
  git(root, 'add', '--all');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@people.example', '-c', 'commit.gpgsign=false'];
  git(root, ...author, 'commit', '--quiet', '--message', 'change');
};

it('finds no changed migration of a tagged release in this project', () => {
  expect(findChangedMigrations(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
});

it('allows edits before the first release, and new migrations and hashes after it', () => {
  write(FIRST, 'edited');
  expect(findChangedMigrations(root)).toEqual([]);
  commit();
  git(root, 'tag', 'v1.0.0');
  write(SECOND, 'second');
  write('hashes.json', '{ "more": "hashes" }');
  expect(findChangedMigrations(root)).toEqual([]);
});

it('lists migrations edited or deleted since a release, committed or not', () => {
  write(SECOND, 'second');
  commit();
  git(root, 'tag', 'v1.0.0');
  write(FIRST, 'edited');
  expect(findChangedMigrations(root)).toEqual([`v1.0.0: ${FIRST}`]);
  rmSync(join(root, 'db/migrations', SECOND));
  commit();
  expect(findChangedMigrations(root)).toEqual([`v1.0.0: ${FIRST}`, `v1.0.0: ${SECOND}`]);
});

it('allows an older version to lack a newer release’s migrations, but not to differ from them', () => {
  write(SECOND, 'second');
  commit();
  git(root, 'tag', 'v1.10.0');
  rmSync(join(root, 'db/migrations', SECOND));
  expect(findChangedMigrations(root)).toEqual([]);
  write(SECOND, 'edited');
  expect(findChangedMigrations(root)).toEqual([`v1.10.0: ${SECOND}`]);
});

it('compares a shallow clone with the tags it has', () => {
  git(root, 'tag', 'v1.0.0');
  write(FIRST, 'edited');
  commit();
  const clone = join(folder, 'clone');
  git(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(root).href, clone);
  expect(git(clone, 'rev-parse', '--is-shallow-repository').trim()).toBe('true');
  expect(findChangedMigrations(clone)).toEqual([]);
  git(clone, 'fetch', '--quiet', '--depth', '1', 'origin', 'tag', 'v1.0.0');
  expect(findChangedMigrations(clone)).toEqual([`v1.0.0: ${FIRST}`]);
});

it('has nothing to compare in a copy without a repository', () => {
  rmSync(join(root, '.git'), { recursive: true });
  expect(findChangedMigrations(root)).toEqual([]);
});
