// `npm run dev`: the fake services know the site's port, and environment variables reach the server.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { endOf } from '#test/harness/run-script.ts';

it('gives the fake services the site’s port, and passes on a configured OUTGOING_STAND_IN', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-dev-'));
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '3112',
      PUBLIC_URL: '',
      DATA_DIR: join(folder, 'data'),
      // The server rejects this value, which proves that it was passed on, and exits before it creates anything.
      OUTGOING_STAND_IN: 'http://10.0.0.1:80',
    },
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  try {
    await expect.poll(() => errors, { timeout: 60_000 }).toContain('OUTGOING_STAND_IN');
    const url = /run at (http:\/\/\S+)\.\n/.exec(out)?.[1];
    const members = await (await fetch(`${url}/patreon/members`)).text();
    expect(members).toContain('name="site" value="http://localhost:3112"');
  } finally {
    child.kill('SIGTERM');
    await endOf(child);
    rmSync(folder, { recursive: true });
  }
}, 90_000);
