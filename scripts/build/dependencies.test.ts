// The packages: where they come from, what they are under, and that none runs anything when it is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  findLicences,
  findScripts,
  findSources,
  hostsOf,
  isMet,
  type Lock,
  listLicences,
  nameOf,
  packagesIn,
  readLock,
} from './dependencies.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const lock = readLock(join(project, 'package-lock.json'));
const settings = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
  'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>;

const sha512 = `sha512-${'A'.repeat(86)}==`;
const good: Lock[string] = { version: '1.0.0', integrity: sha512, license: 'MIT' };

describe('the sources of packages', () => {
  it('are one registry, by https, with checksums', () => {
    expect(Object.keys(lock).length).toBeGreaterThan(500);
    expect(findSources(lock)).toEqual([]);
    expect(hostsOf(lock).length).toBeLessThanOrEqual(1);
  });

  it.each<[string, Partial<Lock[string]>]>([
    ['comes from git', { resolved: 'git+ssh://git@example.org/a/b.git#0123' }],
    ['comes from http', { resolved: 'http://registry.example/a.tgz' }],
    ['is a file of this machine', { resolved: 'file:../a.tgz' }],
    ['is a folder of this machine', { link: true }],
    ['has a weak checksum', { integrity: 'sha1-abc' }],
  ])('are told of one that %s', (_what, changes) => {
    expect(findSources({ 'node_modules/a': { ...good, ...changes } })).toHaveLength(1);
  });

  it('are told of one without a checksum, unless it is for another platform and may be left out', () => {
    const { integrity: _none, ...bare } = good;
    expect(findSources({ 'node_modules/a': bare })).toHaveLength(1);
    expect(findSources({ 'node_modules/a': { ...bare, optional: true, os: ['linux'], cpu: ['x64'] } })).toHaveLength(1);
    expect(findSources({ 'node_modules/a': { ...bare, optional: true, os: ['win32'] } })).toEqual([]);
    expect(findSources({ 'node_modules/a': { ...bare, os: ['win32'] } })).toHaveLength(1);
  });

  it('are exact versions in package.json', () => {
    const { dependencies, devDependencies, optionalDependencies } = settings;
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(asked.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  const lint = (file: string) => {
    const [program = '', ...args] = (settings.scripts['lock:check'] ?? '').split(' ');
    const words = args.map((word) => (word === 'package-lock.json' ? file : word));
    return spawnSync(join(project, 'node_modules/.bin', program), words, { cwd: project, encoding: 'utf8' });
  };

  it('are looked at by a tool of others too, which finds what is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'helix-lock-'));
    try {
      expect(lint('package-lock.json').status).toBe(0);
      const file = join(folder, 'package-lock.json');
      const packages = { '': { name: 'x' }, 'node_modules/a': { ...good, resolved: 'http://evil.example/a.tgz' } };
      writeFileSync(file, JSON.stringify({ name: 'x', lockfileVersion: 3, packages }));
      const ended = lint(file);
      expect(ended.status).not.toBe(0);
      expect(ended.stdout + ended.stderr).toContain('evil.example');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('scripts of packages', () => {
  it('are those of the list, each with a reason why it is not needed', () => {
    expect(findScripts(lock)).toEqual([]);
  });

  it('are told of when one comes or goes', () => {
    const { 'node_modules/ssh2': ssh2, ...without } = lock;
    expect(ssh2?.hasInstallScript).toBe(true);
    expect(findScripts(without)).toEqual(['ssh2 has none any more']);
    expect(findScripts({ ...lock, 'node_modules/miner': { ...good, hasInstallScript: true } })).toEqual([
      'miner has a script',
    ]);
  });

  it('run at no installation of ours', () => {
    for (const file of ['scripts/prepare.mjs', 'scripts/complete-lock.ts'])
      expect(readFileSync(join(project, file), 'utf8')).toContain('--ignore-scripts');
  });
});

describe('licences', () => {
  const modules = join(project, 'dist/client/.vite/modules.json');

  it('are those that we may use, for what a site runs, hands out and is built with', () => {
    expect(existsSync(modules), 'the client is built').toBe(true);
    const handedOut = packagesIn(JSON.parse(readFileSync(modules, 'utf8')));
    expect([...handedOut]).toEqual(expect.arrayContaining(['react-dom', '@base-ui/react']));
    const packages = listLicences(lock, handedOut);
    expect(packages.filter(({ use }) => use === 'handed out').length).toBeGreaterThan(10);
    expect(packages.filter(({ use }) => use === 'runs').length).toBeGreaterThan(100);
    expect(findLicences(packages)).toEqual([]);
  });

  it.each([
    ['none', undefined, 1],
    ['GPL-3.0-only', 'GPL-3.0-only', 1],
    ['MPL-2.0 in what runs', 'MPL-2.0', 1],
    ['a choice with one that is allowed', '(GPL-2.0 OR MIT)', 0],
    ['two that hold at once, one of them not allowed', 'MIT AND GPL-2.0', 1],
  ])('%s: %s', (_what, license, count) => {
    const { license: _mit, ...bare } = good;
    const found = { 'node_modules/a': { ...bare, ...(license === undefined ? {} : { license }) } };
    expect(findLicences(listLicences(found, new Set()))).toHaveLength(count);
  });

  it('are read as expressions', () => {
    expect(isMet('MIT OR Apache-2.0', ['Apache-2.0'])).toBe(true);
    expect(isMet('Apache-2.0 AND LGPL-3.0-or-later AND MIT', ['Apache-2.0', 'MIT'])).toBe(false);
  });

  it('said elsewhere are what the package’s own files say', () => {
    for (const name of ['ssh2', 'combine-errors', 'xmlhttprequest-ssl']) {
      const folder = join(project, 'node_modules', name);
      const file = ['LICENSE', 'Readme.md'].map((one) => join(folder, one)).find((one) => existsSync(one)) ?? '';
      expect(readFileSync(file, 'utf8'), name).toMatch(
        /Permission is hereby granted, free of charge|License\s+MIT\s*$/,
      );
    }
  });
});

it('the list of parts for others (SBOM) has every package that a site runs, with its checksum', {
  timeout: 60_000,
}, () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const bom = JSON.parse(text) as {
    bomFormat: string;
    components: { name: string; group?: string; version: string; hashes?: { alg: string; content: string }[] }[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  const told = new Map(bom.components.map((part) => [`${part.name}@${part.version}`, part]));
  const missing = Object.entries(lock)
    .filter(([, { dev, optional }]) => !dev && !optional)
    .map(([place, found]) => ({ id: `${nameOf(place)}@${found.version}`, integrity: found.integrity ?? '' }))
    .filter(({ id, integrity }) => {
      const hash = told.get(id)?.hashes?.find(({ alg }) => alg === 'SHA-512')?.content;
      return hash !== Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    });
  expect(missing).toEqual([]);
});
