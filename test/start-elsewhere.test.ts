// A copy of the project in a private folder with a space in its name, started without demo content.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultDataFolder } from '#server/kit/postgres/files.ts';
import { endOf } from '#test/harness/run-script.ts';
import { startSite } from '#test/harness/site-process.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_MS = 240_000;
const parts = [
  ...['client', 'contract', 'db', 'scripts', 'server', 'demo', 'test'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'vite.config.ts'],
];

let folder: string;
let copy: string;
let data: string;

const rooms = (): string => join(copy, '.cache');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'helix closed-'));
  copy = join(folder, 'a copy of the project');
  mkdirSync(copy);
  for (const part of parts) cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  data = defaultDataFolder(copy);
});
afterAll(() => {
  for (const made of [folder, data]) rmSync(made, { recursive: true, force: true });
});

/** Names of folders with unfinished builds. */
const halfBuilt = (): string[] =>
  existsSync(rooms()) ? readdirSync(rooms()).filter((name) => name.startsWith('build-')) : [];

it(
  'stops its build when only the parent process gets SIGTERM',
  async () => {
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PORT: '0', DEMO: 'off', DATA_DIR: '' },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    await expect.poll(halfBuilt, { timeout: 60_000, interval: 10 }).toHaveLength(1);
    const builds = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean);
    expect(builds).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await endOf(child)).toBe(0);
    expect(builds.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    expect([...halfBuilt(), errors]).toEqual(['']);
    expect(existsSync(join(copy, 'dist'))).toBe(false);
  },
  LIMIT_MS,
);

it(
  'removes the folder of a killed build, but not that of a running one',
  async () => {
    const start = () => spawn(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'ignore' });
    const killed = start();
    await expect.poll(halfBuilt, { timeout: 60_000, interval: 10 }).toHaveLength(1);
    killed.kill('SIGKILL');
    await endOf(killed);
    expect(halfBuilt()).toHaveLength(1);
    const another = `build-${process.pid}-going-on`;
    mkdirSync(join(rooms(), another));
    expect(await endOf(start())).toBe(0);
    expect(halfBuilt()).toEqual([another]);
    for (const made of [join(rooms(), another), join(copy, 'dist')]) rmSync(made, { recursive: true });
  },
  LIMIT_MS,
);

it(
  'builds its pages, prints its first administrator once, and serves requests',
  async () => {
    // NODE_ENV=development must not affect the build: the server renderer would not start.
    const env = { DEMO: 'off', NODE_ENV: 'development', DATA_DIR: '' };
    const site = await startSite(env, { project: copy });
    try {
      expect(site.output()).toContain('The pages are built.');
      const email = /first administrator is (\S+)\. /.exec(site.output())?.[1];
      const link = new URL(/(http\S+#token=\S+)/.exec(site.output())?.[1] ?? '');
      expect(link.origin).toBe(site.url);
      const token = link.hash.replace('#token=', '');
      const password = 'a quiet green meadow';
      const post = (path: string, body: object) =>
        fetch(site.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      expect((await post('/api/auth/reset-password', { token, password })).status).toBe(204);
      const answer = await post('/api/auth/login', { email, password });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ role: 'ADMIN' });
      expect(await (await fetch(site.url)).text()).toContain('<h1');
      const listing = (await (await fetch(`${site.url}/api/resources`)).json()) as { pagination: { total: number } };
      expect(listing.pagination.total).toBe(8);
    } finally {
      await site.stop();
    }
    const again = await startSite(env, { project: copy });
    await again.stop();
    expect(again.output()).not.toMatch(/#token=|built/);
    expect(again.process.exitCode).toBe(0);
  },
  LIMIT_MS,
);
