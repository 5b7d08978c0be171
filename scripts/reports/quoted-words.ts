// The words that the specification quotes, looked up in the product's source and in the list of departures.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `{…}` in the text stands for a value. `issue` is given once the screen that shows the words is built; `written` is
 * how the source composes them when a part of the words themselves is a value there.
 */
export type QuotedWords = { text: string; section: string; issue?: number; written?: string };

const project = fileURLToPath(new URL('../..', import.meta.url));
const DEPARTURES_HEADING = '## Words that differ';
/** Shorter words occur in any prose; they count only where they stand alone, as a label does. */
const LABEL_MAX_CHARACTERS = 14;

export function readQuotedWords(): QuotedWords[] {
  return JSON.parse(readFileSync(join(project, 'test/data/quoted.json'), 'utf8')) as QuotedWords[];
}

/** What source and markup write differently from what a person reads. */
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

/** Words in backticks in the first column under the heading of docs/spec-coverage.md. */
const readDepartures = (): Set<string> => {
  const text = readFileSync(join(project, 'docs/spec-coverage.md'), 'utf8');
  const table = text.split(DEPARTURES_HEADING)[1]?.split('\n## ')[0] ?? '';
  return new Set([...table.matchAll(/^\| `([^`]+)`/gm)].map(([, words]) => words ?? ''));
};

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words as a pattern; a value in braces may be anything short that does not end the sentence. */
const patternOf = (text: string): RegExp => {
  const words = text
    .split(/\{[^}]*\}/)
    .map(escapePattern)
    .join('[^\'"`<>]{1,60}');
  if (text.length > LABEL_MAX_CHARACTERS) return new RegExp(words);
  return new RegExp(`(?:^|['"\`>}])\\s*${words}\\s*(?:['"\`<{]|$)`);
};

/**
 * The entries that stand neither in the product nor among the departures.
 * @param files looks in these alone, as patterns from the project's folder
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
