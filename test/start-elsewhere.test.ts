// A copy of the project in a folder whose name has a space and that only its owner may enter, started without a demo.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultDataFolder } from '#server/kit/postgres-files.ts';
import { startSite } from './site-process.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_MS = 240_000;
const parts = [
  ...['client', 'contract', 'db', 'scripts', 'server', 'starter', 'test'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'vite.config.ts'],
];

let folder: string;
let copy: string;
let data: string;

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

it(
  'builds its pages, prints its first administrator once, and serves',
  async () => {
    // Development must not reach the build: the server's renderer would not start.
    const env = { DEMO: 'off', NODE_ENV: 'development', DATA_DIR: '' };
    const site = await startSite(env, { project: copy });
    try {
      expect(site.output()).toContain('The pages are built.');
      const [, email, password] = /e-mail\s+(\S+)\s+password\s+(\S+)/.exec(site.output()) ?? [];
      const answer = await fetch(`${site.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
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
    expect(again.output()).not.toMatch(/password|built/);
    expect(again.process.exitCode).toBe(0);
  },
  LIMIT_MS,
);
