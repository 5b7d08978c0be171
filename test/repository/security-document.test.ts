// Every test that docs/security.md refers to must exist; otherwise the document claims more than is proven.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const rows = readFileSync(join(project, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| guarantee '));

const REFERENCE = /`([\w./-]+\.(?:test|e2e)\.tsx?)`((?:,? "[^"]+")+)/g;

const referencesIn = (row: string) =>
  [...row.matchAll(REFERENCE)].map(([, file = '', words = '']) => ({
    file,
    words: [...words.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text),
  }));

const shownBy = (row: string): string => row.split(' | ').at(-1) ?? '';

describe('the security document', () => {
  it('has rows to check', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.flatMap(referencesIn).length).toBeGreaterThan(80);
  });

  it.each(rows)('%s', (row) => {
    const references = referencesIn(shownBy(row));
    if (references.length === 0) expect(shownBy(row)).toMatch(/^(not yet|decision): /);
    // A file named without the name of a test would never be checked.
    const named = shownBy(row).match(/`[^`]+\.(?:test|e2e)\.tsx?`/g) ?? [];
    expect(references).toHaveLength(named.length);
    for (const { file, words } of references) {
      expect(existsSync(join(project, file)), file).toBe(true);
      const text = readFileSync(join(project, file), 'utf8');
      for (const name of words) expect(text, `${file}: ${name}`).toContain(name);
    }
  });
});
