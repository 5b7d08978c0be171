import { describe, expect, it } from 'vitest';
import { isSettledAddress, ownOrigins, requireSameOrigin } from './guards.ts';

describe('own origins', () => {
  it('are the three loopback names with the port, or a real name alone', () => {
    expect([...ownOrigins('http://localhost:3000')]).toEqual([
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]);
    expect([...ownOrigins('https://helix.example')]).toEqual(['https://helix.example']);
  });
});

describe('an unsafe request', () => {
  const origins = ownOrigins('https://helix.example');
  const refused = (headers: Record<string, string>, method = 'POST'): boolean => {
    try {
      requireSameOrigin(method, headers, origins);
      return false;
    } catch {
      return true;
    }
  };

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://helix.example' }, true],
    [{ origin: 'https://helix.example' }, false],
    [{ origin: 'http://helix.example' }, true],
    [{ origin: 'https://helix.example.evil.example' }, true],
    [{ origin: 'null' }, true],
    [{}, false],
  ] as [Record<string, string>, boolean][])('with %j is refused: %s', (headers, expected) => {
    expect(refused(headers)).toBe(expected);
  });

  it('is not a GET, HEAD or OPTIONS request', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(refused({ 'sec-fetch-site': 'cross-site' }, method)).toBe(false);
  });
});

describe('an address', () => {
  it.each([
    ['/', true],
    ['/resources?search=../a//b\\c', true],
    ['/resources/..a/.b', true],
    ['/halide/...', true],
    ['http://localhost:3000/resources', true],
    ['//', false],
    ['//other.example/resources', false],
    ['http://localhost//other.example', false],
    ['/.//other.example', false],
    ['/public/../resources', false],
    ['/public/%2E%2e/resources', false],
    ['/resources/.', false],
    ['/\\other.example', false],
  ])('%s is unambiguous: %s', (address, expected) => {
    expect(isSettledAddress(address)).toBe(expected);
  });
});
