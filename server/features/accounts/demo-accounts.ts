// Locks out demo accounts, whose password is in the README, on sites that other machines can reach.

import type { Deps } from '../../deps.ts';
import { countDemoPeople, endDemoSignIns } from './queries.ts';

/** If other machines can reach the site, ends all sessions and tokens of demo accounts and warns that they still exist. */
export async function shutOutDemo(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  warn: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<void> {
  if (config.isLocal) return;
  const people = await countDemoPeople(db);
  if (people === 0) return;
  await endDemoSignIns(db);
  warn(
    `\n  WARNING: this site can be reached from other machines (PUBLIC_URL, HOST or TRUST_PROXY) and has demo accounts (${people}).\n` +
      '  Their password is public, so logging in with them is disabled. Remove them: npm run demo:remove\n\n',
  );
}
