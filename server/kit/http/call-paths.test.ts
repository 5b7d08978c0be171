import { expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/http.ts';
import { foreignPaths, patternOf } from './call-paths.ts';

const call = (method: EndpointSpec['method'], path: EndpointSpec['path']): EndpointSpec => ({
  method,
  path,
  access: 'visitor',
  summary: '',
  reply: null,
  fallback: '',
});

it.each([
  ['/api/users/{username}', '/api/users/pia', true],
  ['/api/users/{username}', '/api/users/pia/', true],
  ['/api/users/{username}', '/api/users/pia/uploads', false],
  ['/api/users/{username}', '/api/users/', false],
  ['/api/users/top', '/api/users/top', true],
  ['/api/users/top', '/api/users/tops', false],
])('%s matches %s: %s', (path, address, expected) => {
  expect(patternOf(path).test(address)).toBe(expected);
});

it('a fixed path of another call is not taken for a parameter', () => {
  const all = [
    call('GET', '/api/users/{username}'),
    call('PUT', '/api/users/profile'),
    call('GET', '/api/users/top'),
    call('DELETE', '/api/users/profile'),
    call('GET', '/api/tags'),
    call('GET', '/api/users/{username}/uploads'),
  ];
  const of = (index: number) => [...foreignPaths(all[index] ?? call('GET', '/'), all)];
  expect(of(0)).toEqual([
    ['/api/users/profile', ['PUT', 'DELETE']],
    ['/api/users/top', ['GET']],
  ]);
  expect(of(1)).toEqual([]);
  expect(of(5)).toEqual([]);
});
