// Tests for the dependencies: their sources and licences, and that none of them runs an install script.
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
  it('are a single registry over https, with checksums', () => {
    expect(Object.keys(lock).length).toBeGreaterThan(500);
    expect(findSources(lock)).toEqual([]);
    expect(hostsOf(lock).length).toBeLessThanOrEqual(1);
  });

  it.each<[string, Partial<Lock[string]>]>([
    ['comes from git', { resolved: 'git+ssh://git@example.org/a/b.git#0123' }],
    ['comes from http', { resolved: 'http://registry.example/a.tgz' }],
    ['is a local file', { resolved: 'file:../a.tgz' }],
    ['is a local folder', { link: true }],
    ['has a weak checksum', { integrity: 'sha1-abc' }],
  ])('are reported for a package that %s', (_what, changes) => {
    expect(findSources({ 'node_modules/a': { ...good, ...changes } })).toHaveLength(1);
  });

  it('are reported for a missing checksum, unless the package is optional and for another platform', () => {
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

  it('are also checked by an independent tool, which finds a wrong one', () => {
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

describe('install scripts of packages', () => {
  it('are all in the list, with a reason why they are not needed', () => {
    expect(findScripts(lock)).toEqual([]);
  });

  it('are reported when one is added or removed', () => {
    const { 'node_modules/ssh2': ssh2, ...without } = lock;
    expect(ssh2?.hasInstallScript).toBe(true);
    expect(findScripts(without)).toEqual(['ssh2 no longer has a script']);
    expect(findScripts({ ...lock, 'node_modules/miner': { ...good, hasInstallScript: true } })).toEqual([
      'miner has a script',
    ]);
  });

  it('are disabled in all our installations', () => {
    for (const file of ['scripts/prepare.mjs', 'scripts/complete-lock.ts'])
      expect(readFileSync(join(project, file), 'utf8')).toContain('--ignore-scripts');
  });
});

describe('licences', () => {
  const modules = join(project, 'dist/client/.vite/modules.json');

  it('are allowed for everything that the site runs, hands out or is built with', () => {
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
    ['MPL-2.0 at run time', 'MPL-2.0', 1],
    ['a choice that includes an allowed one', '(GPL-2.0 OR MIT)', 0],
    ['two that both apply, one of them not allowed', 'MIT AND GPL-2.0', 1],
  ])('%s: %s', (_what, license, count) => {
    const { license: _mit, ...bare } = good;
    const found = { 'node_modules/a': { ...bare, ...(license === undefined ? {} : { license }) } };
    expect(findLicences(listLicences(found, new Set()))).toHaveLength(count);
  });

  it('are parsed as expressions', () => {
    expect(isMet('MIT OR Apache-2.0', ['Apache-2.0'])).toBe(true);
    expect(isMet('Apache-2.0 AND LGPL-3.0-or-later AND MIT', ['Apache-2.0', 'MIT'])).toBe(false);
  });

  it('that package.json lacks are stated in the package’s own files', () => {
    for (const name of ['ssh2', 'combine-errors', 'xmlhttprequest-ssl']) {
      const folder = join(project, 'node_modules', name);
      const file = ['LICENSE', 'Readme.md'].map((one) => join(folder, one)).find((one) => existsSync(one)) ?? '';
      expect(readFileSync(file, 'utf8'), name).toMatch(
        /Permission is hereby granted, free of charge|License\s+MIT\s*$/,
      );
    }
  });
});

it('the SBOM has every package that a site runs, with its checksum', {
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
