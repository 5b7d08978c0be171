// Finds wording quoted in the specification that appears neither in the product's source code nor in the table of differences.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `{…}` in the text is a placeholder for a value. `issue` is set once the screen with the text is built. `written` is the source
 * code that produces the text; it is set if part of the wording is a value in the code.
 */
export type QuotedWords = { text: string; section: string; issue?: number; written?: string };

const project = fileURLToPath(new URL('../..', import.meta.url));
const DEPARTURES_HEADING = '## Words that differ';
/** Maximum length of a label. Wording this short can occur in any prose, so it only counts if it is a complete string. */
const LABEL_MAX_CHARACTERS = 14;

export function readQuotedWords(): QuotedWords[] {
  return JSON.parse(readFileSync(join(project, 'test/data/quoted.json'), 'utf8')) as QuotedWords[];
}

/** Resolves the escape sequences used in source code and markup. */
const asRead = (source: string): string =>
  source
    .replaceAll('&apos;', "'")
    .replaceAll("\\'", "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\{' '\}/g, ' ')
    .replaceAll(/\s+/g, ' ');

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const PRODUCT = ['client/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts', 'content/**/*.md', 'demo/**/*.ts'];

const readProduct = (files: readonly string[]): string[] =>
  globSync(files, {
    cwd: project,
    exclude: (path) => path.endsWith('.test.ts') || path.endsWith('.test.tsx') || path.includes('ui/gallery'),
  }).map((path) => asRead(withoutComments(readFileSync(join(project, path), 'utf8'))));

/** The first column of the table of differences (docs/spec-coverage.md), without its backticks. */
const readDepartures = (): Set<string> => {
  const text = readFileSync(join(project, 'docs/spec-coverage.md'), 'utf8');
  const table = text.split(DEPARTURES_HEADING)[1]?.split('\n## ')[0] ?? '';
  return new Set([...table.matchAll(/^\| `([^`]+)`/gm)].map(([, words]) => words ?? ''));
};

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Search pattern for quoted wording. A placeholder matches 1 to 60 characters within the same string. */
const patternOf = (text: string): RegExp => {
  const words = text
    .split(/\{[^}]*\}/)
    .map(escapePattern)
    .join('[^\'"`<>]{1,60}');
  if (text.length > LABEL_MAX_CHARACTERS) return new RegExp(words);
  return new RegExp(`(?:^|['"\`>}])\\s*${words}\\s*(?:['"\`<{]|$)`);
};

/**
 * Quoted wording that is neither in the product nor in the table of differences.
 * @param files glob patterns of the files to search, relative to the project
 */
export function findMissing(quoted: readonly QuotedWords[], files: readonly string[] = PRODUCT): QuotedWords[] {
  const product = readProduct(files);
  const departures = readDepartures();
  return quoted.filter(({ text, written }) => {
    if (departures.has(text)) return false;
    const pattern = patternOf(text);
    return !product.some((source) => (written ? source.includes(written) : pattern.test(source)));
  });
}
