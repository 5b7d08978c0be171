// Where the databases of tests live. A killed run cannot tidy up, so the next one does it: its servers would go on.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isServerAlive, readServerPid } from '#server/kit/postgres/server.ts';

const PREFIX = 'helix-test-';
/** Of the machines that test/harness/ssh-server.ts makes: their processes end with their maker, their folder does not. */
const MACHINE_PREFIX = 'helix-ssh-';

/** Makes a folder in the temporary folder, named after this process. */
export async function makeTemporaryHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** The same for a machine of test/harness/ssh-server.ts. */
export function makeMachineHome(): string {
  return mkdtempSync(join(tmpdir(), `${MACHINE_PREFIX}${process.pid}-`));
}

/** Ends the servers and removes the folders of test processes that are no more. */
export function removeAbandonedHomes(): void {
  for (const name of readdirSync(tmpdir())) {
    const prefix = [PREFIX, MACHINE_PREFIX].find((known) => name.startsWith(known));
    // A folder that is named after nobody may begin with a digit too, and belong to a run beside this one.
    const maker = prefix && /^(\d+)-/.exec(name.slice(prefix.length))?.[1];
    if (!maker || existsSync(`/proc/${maker}`)) continue;
    const home = join(tmpdir(), name);
    const data = join(home, 'data');
    const server = readServerPid(data);
    if (server && isServerAlive(data)) process.kill(server, 'SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
