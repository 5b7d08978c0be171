import ssh2 from 'ssh2';

/**
 * A private key as people paste them, in OpenSSH's format. Not ed25519: one in 256 of those that ssh2 makes begins with a
 * zero, which it cuts off, and it cannot read such a key itself (its issue 1390).
 */
export function makeSshKey(): string {
  return ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private;
}
