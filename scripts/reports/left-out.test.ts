import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { exchangeBodies, type Node } from './left-out.ts';

const code = 'function outer() { function inner() { return 1; } return inner() + 1; }\nfunction other() { return 5; }';
const exchange = (bodies: Record<string, string>): string =>
  exchangeBodies(code, parseAst(code).body as unknown as Node[], bodies);

it('exchanges the bodies of functions, also of those within others', () => {
  expect(exchange({ inner: '{ return 7; }', other: '{}' })).toBe(
    'function outer() { function inner() { return 7; } return inner() + 1; }\nfunction other() {}',
  );
});

it('refuses a package that no longer has what is left out of it', () => {
  expect(() => exchange({ inner: '{}', renamed: '{}' })).toThrow('renamed');
});
