// Exported names are unique within each of contract, server and client, so that a search finds the right one.
import { describe, expect, it } from 'vitest';
import { isTest, readCode } from './source-files.ts';

/** Names that every file of a kind exports. For example, the router reads `page` from every page. */
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
  it.each(['contract', 'server', 'client'])('is exported by only one file in %s', (side) => {
    const names = namesOf(side);
    expect(names.size).toBeGreaterThan(300);
    expect([...names].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});

describe('a LIKE pattern', () => {
  it('is escaped in only one file', () => {
    const escaping = readCode().filter(({ path, text }) => !isTest(path) && /replace(All)?\(\/\[\\\\%_\]/.test(text));
    expect(escaping.map(({ path }) => path)).toEqual(['server/kit/db/like.ts']);
  });
});
