// Demo accounts have a password that is printed in the README: a site for others keeps them out.

import type { Deps } from '../../deps.ts';
import { countDemoPeople, endDemoSignIns } from './queries.ts';

/** On a site that is not for this machine alone: ends what demo accounts are signed in with, and says that they are still there. */
export async function shutOutDemo(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  warn: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<void> {
  if (config.isLocal) return;
  const people = await countDemoPeople(db);
  if (people === 0) return;
  await endDemoSignIns(db);
  warn(
    `\n  WARNING: others can reach this site (PUBLIC_URL, HOST or TRUST_PROXY), and it has demo accounts (${people}).\n` +
      '  Their password is public. They cannot sign in here. Remove them: npm run demo:remove\n\n',
  );
}
