// The project's source files as text, and their imports. Used by the architecture tests and the specification coverage check.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

export const rooms = ['contract', 'server', 'client', 'db', 'demo', 'scripts', 'bench', 'test'] as const;

export type SourceFile = { path: string; text: string };

/** Reads the project files that match glob patterns relative to the root, sorted by path. */
export function readSources(patterns: readonly string[]): SourceFile[] {
  return globSync(patterns, { cwd: project, exclude: (path) => path === 'node_modules' || path === 'dist' })
    .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || path.startsWith('test/');
}

/** All TypeScript files in the project. */
export function readCode(): SourceFile[] {
  return readSources([...rooms.map((room) => `${room}/**/*.{ts,tsx,mjs}`), '*.config.ts']);
}

export type Import = {
  from: string;
  /** Path relative to the project root for the project's own files, otherwise the package name (`node:fs`, `react`). */
  to: string;
  own: boolean;
  /** Whether the import is removed when types are stripped. */
  typeOnly: boolean;
  /** Whether the import is a dynamic `import()`. */
  onDemand: boolean;
};

const STATEMENT = /^(?:import|export)\s+(type\s+)?([^;'"]*?)\bfrom\s+['"]([^'"]+)['"]/gm;
const BARE = /^import\s+['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const IN_TYPE = /typeof\s+$/;

/** Whether every name in the braces of an import statement is marked `type`. */
const namesTypesOnly = (clause: string): boolean => {
  const names = /^\{([^}]*)\}\s*$/.exec(clause.trim())?.[1];
  if (names === undefined) return false;
  const listed = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return listed.length > 0 && listed.every((name) => name.startsWith('type '));
};

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const resolve = (from: string, specifier: string): { to: string; own: boolean } => {
  if (specifier.startsWith('#')) return { to: specifier.slice(1), own: true };
  if (specifier.startsWith('.')) return { to: normalize(join(dirname(from), specifier)), own: true };
  return { to: packageName(specifier), own: false };
};

/** Imports of a file: statements, re-exports and `import()`. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, onDemand = false): void => {
    found.push({ from: path, ...resolve(path, specifier), typeOnly, onDemand });
  };
  for (const [, type, clause, specifier] of text.matchAll(STATEMENT))
    add(specifier ?? '', type !== undefined || namesTypesOnly(clause ?? ''));
  for (const [, specifier] of text.matchAll(BARE)) add(specifier ?? '', false);
  for (const match of text.matchAll(DYNAMIC)) add(match[1] ?? '', IN_TYPE.test(text.slice(0, match.index)), true);
  return found;
}
