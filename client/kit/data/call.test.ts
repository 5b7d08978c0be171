import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { watchExpiry } from '#client/kit/expiry.ts';
import type { Account } from '#contract/accounts/api.ts';
import { CallError, httpTransport, type Transport } from './call.ts';

it('sends a bearer token only if the call has one', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = httpTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
  await transport('GET', '/api/things', { bearer: 'a-token' }, 'failed');
  await transport('GET', '/api/things', {}, 'failed');
  server.close();
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer a-token', undefined]);
});

it('does not ask for a new login when a bearer token has expired, or for what pages ask on their own', async () => {
  const over = new CallError('Please log in first.', 401, 'SIGN_IN_REQUIRED');
  let asked = 0;
  const person = {
    current: { id: 'mira' } as Account,
    onExpired: async () => {
      asked += 1;
      return false;
    },
  };
  const refuse: Transport = () => Promise.reject(over);
  const transport = watchExpiry(refuse, person);
  await expect(transport('GET', '/api/things', { bearer: 'a-token' }, 'failed')).rejects.toBe(over);
  for (const path of ['/api/notifications/unread', '/api/forum/allowance'])
    await expect(transport('GET', path, {}, 'failed')).rejects.toBe(over);
  expect(asked).toBe(0);
  await expect(transport('GET', '/api/things', {}, 'failed')).rejects.toBe(over);
  expect(asked).toBe(1);
});
