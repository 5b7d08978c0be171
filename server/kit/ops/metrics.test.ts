import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const app = Fastify();
const metrics = createMetrics();
metrics.observe(app);
app.get('/resources/:id', async () => 'found');

const ops = await metrics.listen(0);
const address = ops.address() as { address: string; port: number };
const read = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`);
afterAll(async () => {
  await new Promise((done) => ops.close(done));
  await app.close();
});

it('counts requests by route pattern and status, never by URL', async () => {
  await app.inject({ url: '/resources/one?token=secret' });
  await app.inject({ url: '/resources/two' });
  await app.inject({ url: '/nowhere' });
  const text = await (await read('/metrics')).text();
  expect(text).toContain('http_requests_total{method="GET",route="/resources/:id",status="200"} 2');
  expect(text).toContain('http_requests_total{method="GET",route="none",status="404"} 1');
  expect(text).toMatch(/http_request_seconds_bucket\{le="0.02",method="GET",route="\/resources\/:id",status="200"\} 2/);
  expect(text).not.toContain('secret');
});

it('listens on the loopback address only and serves nothing else', async () => {
  expect(address.address).toBe('127.0.0.1');
  expect((await read('/')).status).toBe(404);
});
