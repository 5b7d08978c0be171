import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOpsDoor } from './ops-door.ts';

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

it('tells whether the process is ready, and why not', async () => {
  expect(await ask('/readyz')).toEqual([200, '{"status":"ready"}']);
  trouble = 'draining';
  expect(await ask('/readyz')).toEqual([503, '{"status":"not ready","trouble":"draining"}']);
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok","version":"1.2.3"}']);
});

it('shows the numbers, and nothing else', async () => {
  expect(await ask('/metrics')).toEqual([200, 'up 1']);
  expect(await ask('/metrics/')).toEqual([404, '']);
  expect((door.address() as AddressInfo).address).toBe('127.0.0.1');
});
