// Passwords and keys of servers at rest: sealed, each for its row and column alone.
import { createSeal, type SealKeys } from '../../kit/seal.ts';
import { SshFailure } from '../../kit/ssh-failure.ts';
import type { SshTarget } from '../../providers/ssh.ts';
import type { AccessRow } from './queries.ts';

const sealOf = (keys: SealKeys) => createSeal(keys, 'server-credentials');

type Credentials = { password: string | null; sshKey: string | null };

/** The columns that credentials are kept in. */
export const sealCredentials = (keys: SealKeys, id: string, { password, sshKey }: Credentials) => {
  const { seal } = sealOf(keys);
  return {
    password: password === null ? null : seal(password, `${id} password`),
    ssh_key: sshKey === null ? null : seal(sshKey, `${id} ssh_key`),
  };
};

/**
 * How a server is reached, with its credentials as they are sent.
 * @throws SshFailure credentials, when none of them can be opened with the site's keys
 */
export const openAccess = (keys: SealKeys, id: string, row: AccessRow): SshTarget => {
  const { open } = sealOf(keys);
  const password = row.password && open(row.password, `${id} password`);
  const privateKey = row.sshKey && open(row.sshKey, `${id} ssh_key`);
  if (password === null && privateKey === null) throw new SshFailure('credentials', 'sealed');
  const { ip, port, username, hostKey } = row;
  return { ip, port, username, hostKey, password, privateKey };
};
