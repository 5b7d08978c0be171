import { expect, it } from 'vitest';
import { chooseEncoding } from './encoding.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, BR;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000', null],
  ['br;q=0.001', 'br'],
  ['brotli, xgzip', null],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['br;q=0, *;q=0', null],
  ['identity', null],
  ['', null],
  [undefined, null],
])('%s is answered with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
