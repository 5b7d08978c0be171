// Exported names: each once within a side of the product, so that a name found is the thing meant.
import { describe, expect, it } from 'vitest';
import { isTest, readCode } from './source-files.ts';

/** What every file of a kind exports under the same name: the router reads `page` of each page. */
const CONVENTIONS: readonly [RegExp, string][] = [[/^client\/.*-page\.tsx$/, 'page']];

const DECLARED = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|type) (\w+)/gm;

const namesOf = (side: string): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { path, text } of readCode()) {
    if (!path.startsWith(`${side}/`) || isTest(path)) continue;
    for (const name of new Set([...text.matchAll(DECLARED)].map(([, declared = '']) => declared))) {
      if (CONVENTIONS.some(([files, convention]) => name === convention && files.test(path))) continue;
      found.set(name, [...(found.get(name) ?? []), path]);
    }
  }
  return found;
};

describe('an exported name', () => {
  it.each(['contract', 'server', 'client'])('is exported by one file alone in %s', (side) => {
    const names = namesOf(side);
    expect(names.size).toBeGreaterThan(300);
    expect([...names].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});

describe('a pattern for LIKE', () => {
  it('is escaped in one file', () => {
    const escaping = readCode().filter(({ path, text }) => !isTest(path) && /replace(All)?\(\/\[\\\\%_\]/.test(text));
    expect(escaping.map(({ path }) => path)).toEqual(['server/kit/db/like.ts']);
  });
});
