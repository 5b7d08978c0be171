// Folders for test databases. A killed run can't clean up, so the next run stops its servers and removes its folders.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServerAlive, readServerPid } from '#server/kit/postgres/server.ts';

const PREFIX = 'helix-test-';
/** Folders for the servers from test/harness/ssh-server.ts. Their processes end with the test process, but the folders remain. */
const MACHINE_PREFIX = 'helix-ssh-';

/** Creates a folder inside the temporary folder. Its name contains this process's ID. */
export async function makeTemporaryHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Like `makeTemporaryHome`, for a server from test/harness/ssh-server.ts. */
export function makeMachineHome(): string {
  return mkdtempSync(join(tmpdir(), `${MACHINE_PREFIX}${process.pid}-`));
}

/** Stops the servers and removes the folders of test processes that no longer exist. */
export function removeAbandonedHomes(): void {
  for (const name of readdirSync(tmpdir())) {
    const prefix = [PREFIX, MACHINE_PREFIX].find((known) => name.startsWith(known));
    // Random names without a pid can also start with a digit. Such folders may belong to another running test.
    const maker = prefix && /^(\d+)-/.exec(name.slice(prefix.length))?.[1];
    if (!maker || existsSync(`/proc/${maker}`)) continue;
    const home = join(tmpdir(), name);
    const data = join(home, 'data');
    const server = readServerPid(data);
    if (server && isServerAlive(data)) process.kill(server, 'SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
