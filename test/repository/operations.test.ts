// Checks that docs/operations.md is accurate: commands, files, variables and sections exist, its SQL runs in a real PostgreSQL,
// and its shell code parses in bash. test/front-server.test.ts runs its nginx configuration.
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

/** Code blocks in a given language, without their fences. */
const blocksOf = (language: string): string[] =>
  [...manual.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []));
/** Inline code spans. */
const quoted = [...manual.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

it('names existing commands with options they accept', () => {
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
  // Containers and systemd units run the scripts directly.
  const files = [...manual.matchAll(/node (scripts\/[\w-]+\.ts)/g)].map(([, file = '']) => file);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});

it('begins with a table of contents that links every section, installation first', () => {
  const headings = [...manual.replaceAll(/^```.*?^```$/gms, '').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  const anchorOf = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const table = [...manual.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)].map(([, title, anchor]) => [title, anchor]);
  expect(table).toEqual(headings.map((title) => [title, anchorOf(title)]));
  expect(headings[0]).toBe('Production in 10 minutes');
  const anchors = [...manual.matchAll(/^#{2,4} (.+)$/gm)].map(([, title = '']) => anchorOf(title));
  const linked = [...manual.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(unique(linked).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  expect(unique(anchors)).toHaveLength(anchors.length);
});

it('has the sections that doctor and the scripts refer to', () => {
  const sources = globSync(['server/**/*.ts', 'scripts/*.ts'], { cwd: project }).map(read).join('\n');
  const named = [...sources.matchAll(/"([^"\n]+)" in docs\/operations\.md/g)].map(([, title = '']) =>
    title.replaceAll('\\', ''),
  );
  expect(named).toContain('Upgrading and rolling back');
  expect(unique(named).filter((title) => !new RegExp(`^##+ ${title}$`, 'm').test(manual))).toEqual([]);
});

it('names existing project files', () => {
  const rooms = /(?<![\w/.-])(?:deploy|test|bench|server|scripts|content|docs)\/[\w@.*/-]*[\w*]/g;
  const named = unique([...manual.matchAll(rooms)].map(([path]) => path));
  expect(named).toEqual(expect.arrayContaining(['deploy/helix@.service', 'deploy/nginx.conf']));
  expect(named.filter((path) => globSync(path, { cwd: project }).length === 0)).toEqual([]);
});

it('states the shared rate limits per address as set in the code', () => {
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

it('says how to generate the site key', () => {
  expect(manual).toMatch(/^\| `SECRET_KEY` \|.*`openssl rand -base64 32`/m);
});

it('names known environment variables', () => {
  const known = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  const named = unique(quoted.flatMap((text) => /^([A-Z]+(?:_[A-Z]+)+)(?==|$)/.exec(text)?.[1] ?? []));
  // Variables from Google's library and the compose file, and one that is documented as no longer used.
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

it('refers only to existing sections, like the files in deploy', () => {
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

it('has valid shell and polkit rules', () => {
  const shell = blocksOf('sh');
  expect(shell.length).toBeGreaterThan(2);
  for (const text of [...shell, read('deploy/postgres-roles.sh')]) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }
  for (const text of blocksOf('js')) expect(() => new Script(text)).not.toThrow();
});

it('has SQL that creates a database the site can use', { timeout: 120_000 }, async () => {
  const [statements = ''] = blocksOf('sql');
  const inline = quoted.filter((text) => /^(?:alter role|reassign owned) /.test(text));
  expect(inline.length).toBeGreaterThan(2);
  const postgres = await startExternalPostgres();
  const client = new pg.Client({ connectionString: postgres.adminUrl.replace(/helix$/, 'postgres') });
  try {
    await client.connect();
    const run = async (sql: string): Promise<void> => void (await client.query(sql));
    for (const sql of ['drop database helix', 'drop role helix', 'drop role helix_site']) await run(sql);
    // Run one statement at a time, because CREATE DATABASE can't run in a transaction.
    const lines = statements.split('\n').map((line) => line.replace(/;.*$/, ''));
    for (const line of lines.filter((text) => text !== '')) await run(line.replace('…', 'lamp-oil'));
    for (const sql of inline) await run(sql);
    const urlOf = (role: string): string => `postgres://${role}:lamp-oil@127.0.0.1:${postgres.port}/helix`;
    const [site, owner] = ['helix_site', 'helix'].map((role) => ({ connectionString: urlOf(role) }));
    if (!site || !owner) throw new Error('expected two roles');
    expect(await prepareDatabase({ site, owner })).toBe(true);
    // The script for compose creates the same roles, with passwords filled in by psql.
    const inScript = read('deploy/postgres-roles.sh').match(/^create .*(?=;$)/gm) ?? [];
    const plain = (text: string): string => text.replace(/'…'|:'\w+'/, '').trim();
    expect(inScript.map(plain)).toEqual(lines.filter(Boolean).map(plain));
  } finally {
    await client.end();
    await postgres.stop();
  }
});
