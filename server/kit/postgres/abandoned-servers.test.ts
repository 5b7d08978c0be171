import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { clearAbandonedUpgrade, socketPrefix, upgradingFolder } from './abandoned-servers.ts';

const SCRIPT = 'setInterval(() => {}, 1000)';

it('stops a server left by a killed upgrade before it recorded its socket', async () => {
  const home = await makeTemporaryHome();
  const data = upgradingFolder(home);
  mkdirSync(data);
  const killed = spawn(process.execPath, ['-e', SCRIPT]);
  const server = spawn(process.execPath, ['-e', SCRIPT], { cwd: data });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const file = join(data, 'postmaster.pid');
  // PostgreSQL writes four lines when it starts, and adds the socket's line once it is listening.
  writeFileSync(file, `${server.pid}\n${data}\n1\n5432\n`);
  const cleared = clearAbandonedUpgrade(home);
  await sleep(200);
  appendFileSync(file, `${socketPrefix(killed.pid ?? 0)}x\n`);
  await cleared;
  await ended;
  expect(server.signalCode).toBe('SIGINT');
  expect(existsSync(data)).toBe(false);
});
