// Folders of test databases. A killed run can't clean up, so the next run does: otherwise its servers would keep running.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServerAlive, readServerPid } from '#server/kit/postgres/server.ts';

const PREFIX = 'helix-test-';
/** Folders of the machines from test/harness/ssh-server.ts: their processes end with the test process, the folder doesn't. */
const MACHINE_PREFIX = 'helix-ssh-';

/** Creates a folder in the temporary folder, named after this process. */
export async function makeTemporaryHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** The same for a machine of test/harness/ssh-server.ts. */
export function makeMachineHome(): string {
  return mkdtempSync(join(tmpdir(), `${MACHINE_PREFIX}${process.pid}-`));
}

/** Stops servers and removes folders of test processes that no longer exist. */
export function removeAbandonedHomes(): void {
  for (const name of readdirSync(tmpdir())) {
    const prefix = [PREFIX, MACHINE_PREFIX].find((known) => name.startsWith(known));
    // Names without a pid may also begin with a digit, and belong to another running test.
    const maker = prefix && /^(\d+)-/.exec(name.slice(prefix.length))?.[1];
    if (!maker || existsSync(`/proc/${maker}`)) continue;
    const home = join(tmpdir(), name);
    const data = join(home, 'data');
    const server = readServerPid(data);
    if (server && isServerAlive(data)) process.kill(server, 'SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
