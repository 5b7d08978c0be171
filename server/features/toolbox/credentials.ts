// Stored server passwords and keys, each encrypted for its own row and column.

import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';
import { createSeal, type SealKeys } from '#server/kit/security/seal.ts';
import type { Deps } from '../../deps.ts';
import type { SshTarget } from '../../providers/ssh.ts';
import type { AccessRow } from './queries.ts';
import * as queries from './queries.ts';

const sealOf = (keys: SealKeys) => createSeal(keys, 'server-credentials');

type Credentials = { password: string | null; sshKey: string | null };

/** Encrypts credentials for their columns. */
export function sealCredentials(keys: SealKeys, id: string, { password, sshKey }: Credentials) {
  const { seal } = sealOf(keys);
  return {
    password: password === null ? null : seal(password, `${id} password`),
    ssh_key: sshKey === null ? null : seal(sshKey, `${id} ssh_key`),
  };
}

/**
 * Connection details of a server, with decrypted credentials.
 * @throws SshFailure of kind `credentials` if none of them can be decrypted with the site's keys
 */
export function openAccess(keys: SealKeys, id: string, row: AccessRow): SshTarget {
  const { open } = sealOf(keys);
  const password = row.password && open(row.password, `${id} password`);
  const privateKey = row.sshKey && open(row.sshKey, `${id} ssh_key`);
  if (password === null && privateKey === null) throw new SshFailure('credentials', 'sealed');
  const { ip, port, username, hostKey } = row;
  return { ip, port, username, hostKey, password, privateKey };
}

/**
 * Re-encrypts credentials that were encrypted with an older key, so that the old key can be retired. Anything that cannot be
 * decrypted is left unchanged.
 */
export async function renewSeals(
  deps: SealKeys & Pick<Deps, 'db'>,
  id: string,
  row: AccessRow,
  { password, privateKey }: SshTarget,
): Promise<void> {
  if (!isOld(deps, row)) return;
  const renewed = sealCredentials(deps, id, { password, sshKey: privateKey });
  await queries.renewAccess(deps.db, id, row, {
    password: renewed.password ?? row.password,
    ssh_key: renewed.ssh_key ?? row.sshKey,
  });
}

const isOld = (keys: SealKeys, { password, sshKey }: Pick<AccessRow, 'password' | 'sshKey'>): boolean => {
  const { isCurrent } = sealOf(keys);
  return [password, sshKey].some((sealed) => sealed !== null && !isCurrent(sealed));
};

/** Logs how many servers still depend on an old key. A server's credentials are re-encrypted the next time they are used. */
export async function reportOldSeals(deps: SealKeys & Pick<Deps, 'db' | 'log'>): Promise<void> {
  if (!deps.oldSecrets?.length) return;
  const servers = (await queries.listSealedCredentials(deps.db)).filter((row) => isOld(deps, row)).length;
  deps.log.info({ servers }, 'servers whose credentials are still encrypted with an old key');
}
