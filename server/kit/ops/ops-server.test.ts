import { get } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOpsDoor } from './ops-server.ts';

let trouble: string | null = null;
let door: Server;
beforeAll(async () => {
  const metrics = { type: 'text/plain', read: async () => 'up 1' };
  door = await openOpsDoor(0, metrics, { findTrouble: async () => trouble, version: '1.2.3' });
});
afterAll(() => new Promise((done) => door.close(done)));

const ask = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${(door.address() as AddressInfo).port}${path}`);
  return [answer.status, await answer.text()];
};

it('reports whether the process is ready, and why not', async () => {
  expect(await ask('/readyz')).toEqual([200, '{"status":"ready"}']);
  trouble = 'draining';
  expect(await ask('/readyz')).toEqual([503, '{"status":"not ready","trouble":"draining"}']);
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok","version":"1.2.3"}']);
});

it('serves the metrics and nothing else', async () => {
  expect(await ask('/metrics')).toEqual([200, 'up 1']);
  expect(await ask('/metrics/')).toEqual([404, '']);
  expect((door.address() as AddressInfo).address).toBe('127.0.0.1');
});

const askAs = (server: Server, name: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo;
    const options = { host: '127.0.0.1', port, path: '/healthz', headers: { host: name } };
    get(options, (answer) => done(answer.resume().statusCode)).on('error', fail);
  });

it.each([
  ['localhost', 200],
  ['LOCALHOST:9100', 200],
  ['127.0.0.1:9100', 200],
  ['[::1]:9100', 200],
  ['evil.example', 421],
  ['localhost.evil.example:9100', 421],
  ['10.0.0.2', 421],
])('answers a request for %s with %i', async (name, status) => {
  expect(await askAs(door, name)).toBe(status);
});

it('accepts IP addresses and container names when it listens on all addresses', async () => {
  const open = await openOpsDoor(0, { type: 'text/plain', read: async () => '' }, { host: '0.0.0.0' });
  try {
    for (const name of ['10.0.0.2:9100', 'app-1:9100', 'localhost']) expect(await askAs(open, name), name).toBe(200);
    expect(await askAs(open, 'evil.example')).toBe(421);
  } finally {
    await new Promise((done) => open.close(done));
  }
});
