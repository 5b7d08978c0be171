// Looks up the texts quoted in the specification in the product's source and in the list of departures.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `{…}` in the text is a placeholder for a value. `issue` is set once the screen with the text is built; `written` is the source
 * code that produces the text when part of its wording is itself a value there.
 */
export type QuotedWords = { text: string; section: string; issue?: number; written?: string };

const project = fileURLToPath(new URL('../..', import.meta.url));
const DEPARTURES_HEADING = '## Words that differ';
/** Maximum length of a label. Texts this short occur in any prose, so they only count as a complete string. */
const LABEL_MAX_CHARACTERS = 14;

export function readQuotedWords(): QuotedWords[] {
  return JSON.parse(readFileSync(join(project, 'test/data/quoted.json'), 'utf8')) as QuotedWords[];
}

/** Undoes the escapes of source and markup. */
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

/** Texts in backticks in the first column of the departures table in docs/spec-coverage.md. */
const readDepartures = (): Set<string> => {
  const text = readFileSync(join(project, 'docs/spec-coverage.md'), 'utf8');
  const table = text.split(DEPARTURES_HEADING)[1]?.split('\n## ')[0] ?? '';
  return new Set([...table.matchAll(/^\| `([^`]+)`/gm)].map(([, words]) => words ?? ''));
};

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Pattern for a text; a placeholder matches anything short that does not end the string. */
const patternOf = (text: string): RegExp => {
  const words = text
    .split(/\{[^}]*\}/)
    .map(escapePattern)
    .join('[^\'"`<>]{1,60}');
  if (text.length > LABEL_MAX_CHARACTERS) return new RegExp(words);
  return new RegExp(`(?:^|['"\`>}])\\s*${words}\\s*(?:['"\`<{]|$)`);
};

/**
 * Entries that are neither in the product nor listed as departures.
 * @param files glob patterns, relative to the project, of the files to search
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
