// Where SQL, environment access and child processes are allowed, and how files are named and sized.
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, readCode, readSources, rooms, type SourceFile } from './source-files.ts';

const code = readCode();
const product = code.filter(({ path }) => !isTest(path));

const SQL =
  /\.(selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`|\b(pool|client|connection|pg|database)\w*\.query[<(]/;

/** Modules other than queries.ts and migrations that may access PostgreSQL directly. */
const filesWithSql = [
  'server/kit/db/locks.ts',
  'server/platform/account-status.ts',
  'server/platform/activity.ts',
  'server/platform/audit.ts',
  'server/kit/db/bus.ts',
  'server/kit/postgres/embedded-postgres.ts',
  'server/kit/db/database-state.ts',
  'server/kit/db/copy-stream.ts',
  'server/kit/db/database-copy.ts',
  'server/kit/db/migrations.ts',
  'server/kit/jobs/given-up-jobs.ts',
  'server/kit/jobs/job-locks.ts',
  'server/kit/jobs/jobs.ts',
  'server/platform/premium-grants.ts',
  'server/kit/db/prepared-statements.ts',
  'server/kit/db/reconnecting-pg.ts',
  'server/kit/db/list-counts.ts',
  'server/platform/mail.ts',
  'server/kit/rate-limits/pg-rate-limiter.ts',
  'server/platform/access-tokens.ts',
  'server/platform/sessions.ts',
  'server/platform/settings.ts',
  'server/kit/db/db-roles.ts',
  'server/open-server.ts',
];
const mayHoldSql = (path: string): boolean =>
  /^(server\/(features|operations)\/.+\/queries(\/[a-z-]+)?\.ts|demo\/seed\/([a-z]+-)?queries\.ts|db\/migrations\/.*|scripts\/db-types\.ts|bench\/.*)$/.test(
    path,
  ) || filesWithSql.includes(path);

const withSql = product
  .filter(({ path, text }) => !path.startsWith('client/') && SQL.test(text))
  .map(({ path }) => path);

describe('SQL', () => {
  it('is only in queries.ts, migrations and the listed modules', () => {
    expect(withSql.filter((path) => !mayHoldSql(path))).toEqual([]);
    expect(withSql).toContain('server/features/resources/queries.ts');
  });

  it('has no stale entries in its list of modules', () => {
    expect(filesWithSql.filter((path) => !withSql.includes(path))).toEqual([]);
  });

  it('in features takes the current time as a parameter', () => {
    const clocks =
      /(?<![.\w])now\(\)|\b(current_timestamp|current_date|clock_timestamp|statement_timestamp)\b|Date\.now\(\)|new Date\(\)/i;
    const strays = product.filter(
      ({ path, text }) => /^server\/features\/.*\/queries(\/[a-z-]+)?\.ts$/.test(path) && clocks.test(text),
    );
    expect(strays.map(({ path }) => path)).toEqual([]);
  });
});

describe('the environment', () => {
  it('is passed from main.ts to readConfig; otherwise only tools read it', () => {
    const readers = product
      .filter(({ path }) => !/^(scripts|bench)\/|\.config\.ts$/.test(path))
      .filter(({ text }) => /\bprocess\.env\b/.test(text))
      .map(({ path }) => path);
    expect(readers).toEqual(['server/main.ts']);
    const main = product.find(({ path }) => path === 'server/main.ts')?.text ?? '';
    expect(main.match(/process\.env\b.*/g)).toEqual([expect.stringMatching(/^process\.env, /)]);
    expect(main).toContain('readConfig(process.env,');
  });
});

const allFiles = readSources([
  ...rooms.map((room) => `${room}/**/*.{ts,tsx,mjs,css,sql,md,json}`),
  'docs/**/*.md',
  'content/**/*.md',
]);

/** The only files allowed to start child processes: the embedded database, isolated tools for uploads, and `ffmpeg -version`. */
const filesWithPrograms = [
  'server/kit/media/media-tools.ts',
  'server/kit/postgres/programs.ts',
  'server/kit/postgres/server.ts',
  'server/kit/security/process-run.ts',
];

describe('child processes', () => {
  const importersOf = (name: string): string[] =>
    product
      .filter(({ path, text }) => path.startsWith('server/') && text.includes(`/${name}'`))
      .map(({ path }) => path)
      .sort();

  it('are started only in the listed files', () => {
    const starting = product.filter(
      ({ path, text }) => path.startsWith('server/') && /'(?:node:)?child_process'/.test(text),
    );
    expect(starting.map(({ path }) => path).sort()).toEqual(filesWithPrograms);
  });

  it('that read uploads are isolated; only the isolation probe runs without it', () => {
    expect(importersOf('process-run.ts')).toEqual([
      'server/kit/security/isolation-level.ts',
      'server/kit/security/limited-process.ts',
    ]);
  });
});

const segmentsOf = (path: string): string[] => path.split('/');

describe('names', () => {
  it('describe what a file is about', () => {
    const empty = /^(utils?|helpers?|common|lib|libs|shared|misc|types|index)(\.|$)/;
    const strays = allFiles
      .map(({ path }) => path)
      .filter((path) => path !== 'db/types.ts' && segmentsOf(path).some((segment) => empty.test(segment)));
    expect(strays).toEqual([]);
  });

  it('are in kebab-case', () => {
    const strays = code
      .map(({ path }) => path)
      .filter((path) => !segmentsOf(path).every((name) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name)));
    expect(strays).toEqual([]);
  });

  it('of migrations start with their time and feature', () => {
    const migrations = code.map(({ path }) => path).filter((path) => path.startsWith('db/migrations/'));
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.filter((path) => !/^db\/migrations\/\d{12}-[a-z]+(-[a-z]+)+\.ts$/.test(path))).toEqual([]);
  });
});

const linesOf = ({ text }: SourceFile): number => text.replace(/\n$/, '').split('\n').length;

describe('lengths', () => {
  const outside = /^db\/types\.ts$/;

  it('of files have a median of at most 100 lines', () => {
    const lengths = product
      .filter(({ path }) => !outside.test(path))
      .map(linesOf)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
  });

  it('are not reduced by splitting files into numbered parts', () => {
    const numbered = code.filter(
      ({ path }) => !path.startsWith('db/migrations/') && /[-.](part-?)?\d+\.tsx?$/.test(basename(path)),
    );
    expect(numbered.map(({ path }) => path)).toEqual([]);
  });
});

describe('default exports', () => {
  it('are only used by pages', () => {
    const strays = product
      .filter(({ path, text }) => /^(contract|server|client|db|demo)\//.test(path) && /^export default\b/m.test(text))
      .map(({ path }) => path)
      .filter((path) => !/^client\/.*-page\.tsx$/.test(path));
    expect(strays).toEqual([]);
  });
});
