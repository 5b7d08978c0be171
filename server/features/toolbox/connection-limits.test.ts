// Limits of a reused connection: concurrent commands, queued commands, and idle time.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { startSshStandIn } from '#test/harness/ssh-stand-in.ts';
import { openToolbox } from '#test/harness/toolbox.ts';
import { createConnections, type SshConnections } from './connections.ts';

/** The limits documented in docs/decisions/0014-servers-over-ssh.md. */
const [AT_ONCE, WAITING, IDLE_MS] = [3, 30, 2 * 60_000];
const LIMITS = { timeoutMs: 20_000, maxBytes: 1000 };

let test: TestApp;
let server: Awaited<ReturnType<typeof startSshStandIn>>;
let id: string;
let connections: SshConnections;

beforeAll(async () => {
  test = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
  server = await startSshStandIn();
  const toolbox = await openToolbox(test, await test.addPerson('admin'));
  const login = { ip: '127.0.0.1', port: server.port, username: 'u', password: 'p' };
  ({ id } = await toolbox.add({ name: 'Limited', location: 'Rack 1', ...login }));
  // Close the site's own connection, which was opened by the first reading after the server was added.
  test.app.watch.connections.drop(id);
  await vi.waitFor(() => expect(server.connections()).toBe(0), { timeout: 10_000 });
  connections = createConnections(test.deps);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  connections.close();
  await test.stop();
  await server.stop();
});

const run = () => connections.run(id, 'x', '', LIMITS);

it('a connection is kept for two idle minutes, restarting after every command', async () => {
  // Sockets and the database don't use these timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await run();
  const made = server.made();
  for (const _time of [1, 2]) {
    vi.advanceTimersByTime(IDLE_MS - 1);
    await run();
  }
  expect(server.made()).toBe(made);
  vi.advanceTimersByTime(IDLE_MS);
  // With fake timers, the polling below would advance the clock.
  vi.useRealTimers();
  await expect.poll(server.connections).toBe(0);
  await run();
  expect([server.made(), server.connections()]).toEqual([made + 1, 1]);
});

it('a connection runs three commands concurrently and queues thirty; more are rejected immediately', async () => {
  await run();
  const made = server.made();
  server.hold();
  const outcomes = Array.from({ length: AT_ONCE + WAITING }, run);
  await expect.poll(server.running).toBe(AT_ONCE);
  await expect(run()).rejects.toMatchObject({ kind: 'timeout' });
  for (let left = outcomes.length; left > 0; left -= 1) {
    await expect.poll(server.running, { interval: 1 }).toBe(Math.min(AT_ONCE, left));
    server.endOne();
  }
  const codes = (await Promise.all(outcomes)).map(({ code }) => code);
  expect([codes.length, new Set(codes)]).toEqual([AT_ONCE + WAITING, new Set([0])]);
  expect([server.most(), server.made()]).toEqual([AT_ONCE, made]);
});
