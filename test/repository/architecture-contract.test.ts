// Codes, limits and paths that client and server share are declared exactly once, and no path collides with a username.
import { describe, expect, it } from 'vitest';
import { pagePatterns } from '#contract/paths.ts';
import { problemCodes, problemOf } from '#contract/problems.ts';
import { isReservedName, usernameFrom } from '#server/features/accounts/rules.ts';
import { contractModules, declaredEndpoints } from '#server/platform/contract-calls.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';
import { isTest, readCode } from './source-files.ts';

const product = readCode().filter(({ path }) => !isTest(path));
const repeated = (list: readonly string[]): string[] => list.filter((item, index) => list.indexOf(item) !== index);

describe('addresses', () => {
  it('are unique per endpoint', () => {
    // Parameter names are ignored: /api/x/{id} and /api/x/{name} would match the same requests.
    const places = declaredEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(repeated(places)).toEqual([]);
  });

  it('of pages are listed once', () => {
    expect(repeated(pagePatterns.map((path) => path.replaceAll(/:\w+/g, ':')))).toEqual([]);
  });

  it('of endpoints are not repeated as literals on the server', () => {
    const literals = declaredEndpoints.map(({ path }) => `'${path.replaceAll(/\{(\w+)\}/g, ':$1')}'`);
    const strays = product
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap(({ path, text }) =>
        literals.filter((literal) => text.includes(literal)).map((literal) => `${path}: ${literal}`),
      );
    expect(strays).toEqual([]);
  });
});

describe('limits', () => {
  const constants = contractModules.flatMap(({ name, exports }) =>
    Object.keys(exports)
      .filter((key) => /^[A-Z][A-Z0-9_]+$/.test(key))
      .map((key) => ({ key, module: name })),
  );

  it('are declared once', () => {
    expect(constants.length).toBeGreaterThan(10);
    expect(repeated(constants.map(({ key }) => key))).toEqual([]);
    const again = product
      .filter(({ path }) => !path.startsWith('contract/'))
      .flatMap(({ path, text }) =>
        constants
          .filter(({ key }) => new RegExp(`\\b(const|let) ${key}\\b`).test(text))
          .map(({ key }) => `${path}: ${key}`),
      );
    expect(again).toEqual([]);
  });

  it('are all used by the product', () => {
    const unused = constants.filter(
      ({ key }) =>
        !product.some(
          ({ path, text }) =>
            /^(server|client|contract|demo)\//.test(path) && new RegExp(`(?<!export const )\\b${key}\\b`).test(text),
        ),
    );
    expect(unused).toEqual([]);
  });
});

describe('problem codes', () => {
  const sources = product.filter(({ path }) => path !== 'contract/problems.ts');

  it('are all thrown or mapped somewhere', () => {
    const unused = problemCodes.filter(
      (code) => !sources.some(({ path, text }) => path.startsWith('server/') && text.includes(`'${code}'`)),
    );
    expect(unused).toEqual([]);
  });

  it('have their message in one place only', () => {
    const copies = sources.flatMap(({ path, text }) =>
      problemCodes
        .map((code) => problemOf(code).message)
        .filter((message) => /^server\//.test(path) && text.includes(message))
        .map((message) => `${path}: ${message}`),
    );
    expect(copies).toEqual([]);
  });
});

describe('reserved names', () => {
  it('cover the first segment of every page and endpoint, and what follows /api/users and /api/uploads', () => {
    const firstOf = (path: string): string => path.split('/')[1] ?? '';
    const paths = declaredEndpoints.map(({ path }) => path);
    const secondParts = paths
      .filter((path) => /^\/api\/(users|uploads)\//.test(path))
      .map((path) => path.split('/')[3] ?? '');
    const words = [...pagePatterns.map(firstOf), ...paths.map(firstOf), ...secondParts].filter((word) =>
      /^[^:{*]/.test(word),
    );
    expect(words).toEqual(expect.arrayContaining(['elements', 'settings', 'api', 'top', 'profile', 'public']));
    expect(words.filter((word) => !isReservedName(word))).toEqual([]);
  });

  it('cover files, device names, paths outside the route tables, and every hostile case', () => {
    for (const name of ['download', 'direct-download', 'favicon.ico', 'con', 'ws', 'assets', 'Admin'])
      expect(isReservedName(name), name).toBe(true);
    const hostile = literals('username', 'reserved').map(({ input }) => input);
    expect(hostile.length).toBeGreaterThan(30);
    expect(hostile.filter((name) => !isReservedName(name))).toEqual([]);
  });

  it('do not block any built-in account', () => {
    const names = new Set(
      product
        .filter(({ path }) => path.startsWith('demo/') || path.startsWith('server/features/accounts/'))
        .flatMap(({ text }) => [...text.matchAll(/\busername: '([^']+)'/g)].map(([, name]) => name ?? '')),
    );
    expect([...names]).toContain('helix-studio');
    expect([...names].filter((name) => isReservedName(name))).toEqual([]);
    expect([...names].filter((name) => usernameFrom(name) !== name)).toEqual([]);
  });
});
