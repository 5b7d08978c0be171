import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctNames, zipPathOf } from './zip-names.ts';

const zipNames = (paths: string[]): string[] => distinctNames(paths.map(zipPathOf));

describe('a path in a ZIP', () => {
  it.each([
    ['luts/Warm Sunset.cube', 'luts/Warm Sunset.cube'],
    ['../../etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Windows\\x.dll', 'C_/Windows/x.dll'],
    ['a/./b.png', 'a/b.png'],
    ['....//....//x', 'download/download/x'],
    ['%2e%2e/x', '%2e%2e/x'],
    ['..', 'download'],
    ['   ', 'download'],
    ['con.png', '_con.png'],
    ['folder/LPT1', 'folder/_LPT1'],
    ['a.png ', 'a.png'],
    ['a:b*?.png', 'a_b__.png'],
    ['a\0.php\n.png', 'a.php.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['e\u0301.png', '\u00e9.png'],
    ['プロジェクト/日本.txt', 'プロジェクト/日本.txt'],
  ])('for %j is %j', (path, name) => {
    expect(zipPathOf(path)).toBe(name);
  });
});

describe('the names of many files', () => {
  it.each([
    [
      ['A.png', 'a.png', 'a.PNG'],
      ['A.png', 'a (2).png', 'a (3).PNG'],
    ],
    [
      ['x/DUP.txt', 'x/dup.txt', 'y/dup.txt'],
      ['x/DUP.txt', 'x/dup (2).txt', 'y/dup.txt'],
    ],
    [
      ['../a', 'a', './a'],
      ['a', 'a (2)', 'a (3)'],
    ],
    [
      ['a.txt', 'a (2).txt', 'A.txt'],
      ['a.txt', 'a (2).txt', 'A (3).txt'],
    ],
    [
      ['pack', 'pack/one.txt'],
      ['pack (2)', 'pack/one.txt'],
    ],
    [
      ['e\u0301.png', '\u00e9.png'],
      ['\u00e9.png', '\u00e9 (2).png'],
    ],
  ])('%j are %j', (paths, names) => {
    expect(zipNames(paths)).toEqual(names);
  });

  it('are always relative, without parent segments, and unique regardless of case', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', 'a', 'A', 'a (2)', 'con', '\\', '\0', 'b.txt', 'B.TXT'),
      fc.string(),
    );
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), (paths) => {
        const names = zipNames(paths);
        expect(names).toHaveLength(paths.length);
        expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(paths.length);
        for (const name of names) {
          expect(name).not.toMatch(/^\/|\\|\p{Cc}/u);
          for (const one of name.split('/')) expect(['', '.', '..']).not.toContain(one);
        }
      }),
    );
  });

  it('are found quickly even when thousands collide', () => {
    const names = zipNames(Array.from({ length: 20_000 }, () => 'same.txt'));
    expect(names[1]).toBe('same (2).txt');
    expect(names.at(-1)).toBe('same (20000).txt');
  });
});
