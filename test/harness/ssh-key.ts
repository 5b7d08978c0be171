import ssh2 from 'ssh2';

/**
 * A private key in OpenSSH's format, as users paste it. Not ed25519: one in 256 of the ed25519 keys that ssh2 generates starts
 * with a zero byte, which it strips, and then it can't read its own key (its issue 1390).
 */
export function makeSshKey(): string {
  return ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private;
}
