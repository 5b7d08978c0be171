// What docs/operations.md tells people to type, set and look at is there: its commands, files, variables and sections, its SQL in
// a real PostgreSQL, its shell as bash reads it. Its configuration of nginx is run by test/front-server.test.ts.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { startExternalPostgres } from '#test/harness/external-postgres.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const manual = read('docs/operations.md');
const unique = (found: readonly string[]): string[] => [...new Set(found)].sort();

/** The blocks of a language, without what marks them. */
const blocksOf = (language: string): string[] =>
  [...manual.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []));
/** What stands between single backquotes. */
const quoted = [...manual.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

it('names commands that there are, with options that they know', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const lines = [...quoted, ...blocksOf('').flatMap((text) => text.split('\n')), ...blocksOf('sh')];
  const calls = lines.flatMap((line) => [...line.matchAll(/npm run ([\w:]+)([^\n]*)/g)]);
  expect(unique(calls.map(([, name = '']) => name))).toEqual(
    expect.arrayContaining(['admin', 'backup', 'database:upgrade', 'doctor', 'restore', 'storage:move']),
  );
  for (const [call, name = '', rest = ''] of calls) {
    expect(scripts, call).toHaveProperty([name]);
    const file = /node ([\w/.-]+\.ts)/.exec(scripts[name] ?? '')?.[1] ?? '';
    for (const [, option = ''] of rest.split(' -- ')[1]?.matchAll(/--([a-z-]+)/g) ?? [])
      expect(read(file), `${call}: --${option}`).toMatch(new RegExp(`['"\\s{-]${option}['":]`));
  }
  // In containers and units they are called by their files.
  const files = [...manual.matchAll(/node (scripts\/[\w-]+\.ts)/g)].map(([, file = '']) => file);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});

it('begins with a table of contents that leads to every section, the way to a running site first', () => {
  const headings = [...manual.replaceAll(/^```.*?^```$/gms, '').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  const anchorOf = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const table = [...manual.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)].map(([, title, anchor]) => [title, anchor]);
  expect(table).toEqual(headings.map((title) => [title, anchorOf(title)]));
  expect(headings[0]).toBe('Under systemd');
});

it('has the sections that doctor and the scripts send people to', () => {
  const sources = globSync(['server/**/*.ts', 'scripts/*.ts'], { cwd: project }).map(read).join('\n');
  const named = [...sources.matchAll(/"([^"\n]+)" in docs\/operations\.md/g)].map(([, title = '']) =>
    title.replaceAll('\\', ''),
  );
  expect(named).toContain('Upgrading and rolling back');
  expect(unique(named).filter((title) => !new RegExp(`^##+ ${title}$`, 'm').test(manual))).toEqual([]);
});

it('names files of the project that there are', () => {
  const rooms = /(?<![\w/.-])(?:deploy|test|bench|server|scripts|content|docs)\/[\w@.*/-]*[\w*]/g;
  const named = unique([...manual.matchAll(rooms)].map(([path]) => path));
  expect(named).toEqual(expect.arrayContaining(['deploy/helix@.service', 'deploy/nginx.conf']));
  expect(named.filter((path) => globSync(path, { cwd: project }).length === 0)).toEqual([]);
});

it('tells the limits that readers behind one address share as the code has them', () => {
  const section =
    /### Rate limits behind one shared address\n(.*?)\n##/s.exec(manual)?.[1]?.replaceAll('\n', ' ') ?? '';
  const { publicRead, signedInRead, loginPerNetwork, registrations, sockets } = standardLimits;
  const [perMinute, perHour] = loginPerNetwork;
  expect([publicRead, signedInRead, perMinute, perHour, registrations].map((one) => one?.windowSeconds)).toEqual([
    60, 60, 60, 3600, 1800,
  ]);
  for (const words of [
    `share ${publicRead.limit} requests a minute`,
    `${sockets.perNetwork} sockets`,
    `${perMinute?.limit} attempts to sign in a minute and ${perHour?.limit} an hour`,
    `${registrations.limit} new accounts in half an hour`,
    `by person, ${signedInRead.limit} requests a minute`,
  ])
    expect(section).toContain(words);
});

it('says how a key of the site is made', () => {
  expect(manual).toMatch(/^\| `SECRET_KEY` \|.*`openssl rand -base64 32`/m);
});

it('names variables that the site knows', () => {
  const known = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  const named = unique(quoted.flatMap((text) => /^([A-Z]+(?:_[A-Z]+)+)(?==|$)/.exec(text)?.[1] ?? []));
  // Of Google's library, of the compose file, and one that is told to be no longer used.
  const others = [
    'GOOGLE_APPLICATION_CREDENTIALS',
    'OWNER_PASSWORD',
    'POSTGRES_PASSWORD',
    'REDIS_PASSWORD',
    'SITE_PASSWORD',
    'STORAGE_KEY_FILE',
  ];
  expect(named.filter((name) => !known.includes(name) && !others.includes(name))).toEqual([]);
});

it('refers to sections that it has, as do the files of deploy', () => {
  const headings = [...manual.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading]) => heading);
  const files = globSync('deploy/*.{yml,yaml,conf,sh,service}', { cwd: project });
  const named = [manual, ...[...files, 'deploy/Containerfile'].map((file) => read(file).replaceAll(/\n *# */g, ' '))]
    .flatMap((text) => [...text.matchAll(/(?:[Ss]ee |operations\.md,? |\()\\?"([A-Z][^"\\]+)\\?"/g)])
    .map(([, heading]) => heading);
  expect(named).toEqual(
    expect.arrayContaining([
      'Failures and what to do',
      'Monitoring and alerts (Prometheus, Grafana)',
      'Secrets in files',
      'Object storage (S3, Google Cloud)',
    ]),
  );
  expect(named.filter((heading) => !headings.includes(heading))).toEqual([]);
});

it('has shell that bash reads, and rules of polkit that are a script', () => {
  const shell = blocksOf('sh');
  expect(shell.length).toBeGreaterThan(2);
  for (const text of [...shell, read('deploy/postgres-roles.sh')]) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }
  for (const text of blocksOf('js')) expect(() => new Script(text)).not.toThrow();
});

it('has SQL that makes a database which the site then works in', { timeout: 120_000 }, async () => {
  const [statements = ''] = blocksOf('sql');
  const inline = quoted.filter((text) => /^(?:alter role|reassign owned) /.test(text));
  expect(inline.length).toBeGreaterThan(2);
  const postgres = await startExternalPostgres();
  const client = new pg.Client({ connectionString: postgres.adminUrl.replace(/helix$/, 'postgres') });
  try {
    await client.connect();
    const run = async (sql: string): Promise<void> => void (await client.query(sql));
    for (const sql of ['drop database helix', 'drop role helix', 'drop role helix_site']) await run(sql);
    // One after the other: a database is made in no transaction.
    const lines = statements.split('\n').map((line) => line.replace(/;.*$/, ''));
    for (const line of lines.filter((text) => text !== '')) await run(line.replace('…', 'lamp-oil'));
    for (const sql of inline) await run(sql);
    const urlOf = (role: string): string => `postgres://${role}:lamp-oil@127.0.0.1:${postgres.port}/helix`;
    const [site, owner] = ['helix_site', 'helix'].map((role) => ({ connectionString: urlOf(role) }));
    if (!site || !owner) throw new Error('there are two roles');
    expect(await prepareDatabase({ site, owner })).toBe(true);
    // The script of the compose file makes the same, with passwords that psql puts in.
    const inScript = read('deploy/postgres-roles.sh').match(/^create .*(?=;$)/gm) ?? [];
    const plain = (text: string): string => text.replace(/'…'|:'\w+'/, '').trim();
    expect(inScript.map(plain)).toEqual(lines.filter(Boolean).map(plain));
  } finally {
    await client.end();
    await postgres.stop();
  }
});
