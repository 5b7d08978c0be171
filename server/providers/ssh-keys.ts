// SSH keys: users' private keys, and host keys in known_hosts format.

/** Loads the library on first use, because many sites manage no servers. */
export async function loadSsh() {
  return (await import('ssh2')).default;
}

/** Key types that current servers accept, which no longer include DSA. */
const USER_KEYS = /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))$/;

/** Whether `text` is a private key that can be used without a passphrase. */
export async function isPrivateKey(text: string): Promise<boolean> {
  const { utils } = await loadSsh();
  try {
    const parsed = utils.parseKey(text);
    if (parsed instanceof Error) return false;
    const keys = Array.isArray(parsed) ? parsed : [parsed];
    return keys.length === 1 && keys.every((key) => key.isPrivateKey() && USER_KEYS.test(key.type));
  } catch {
    return false;
  }
}

/** Signature algorithms by host key type, without SHA-1. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/**
 * Signature algorithms to offer. If a key is pinned, only algorithms for its type are offered, so that a server that has since
 * added a better key still presents the pinned one.
 */
export function signaturesFor(pinned: string | null): string[] {
  const kinds = pinned === null ? Object.keys(SIGNATURES) : [pinned.split(' ')[0] ?? ''];
  return kinds.flatMap((kind) => SIGNATURES[kind] ?? []);
}

/** Formats a host key blob, which starts with the length and name of its type, as `type base64`. */
export function writeHostKey(blob: Buffer): string {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return `${blob.subarray(4, 4 + length).toString('latin1')} ${blob.toString('base64')}`;
}
