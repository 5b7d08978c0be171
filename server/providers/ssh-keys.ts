// Keys of SSH: private ones that somebody hands in, and host keys as they are written in a known_hosts file.

/** The library, loaded at its first use: a site may have no server to look after. */
export async function loadSsh() {
  return (await import('ssh2')).default;
}

/** What servers of today take; DSA is no more among them. */
const USER_KEYS = /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))$/;

/** Whether a text is a private key that can be used without a passphrase. */
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

/** Algorithms by which a host key of a kind proves itself; those with SHA-1 are not among them. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/** What is asked for: only the kind that is pinned, as a server that gets a better key later still has the old one. */
export function signaturesFor(pinned: string | null): string[] {
  const kinds = pinned === null ? Object.keys(SIGNATURES) : [pinned.split(' ')[0] ?? ''];
  return kinds.flatMap((kind) => SIGNATURES[kind] ?? []);
}

/** A host key as it travels, which begins with the length and the name of its kind, as `kind base64`. */
export function writeHostKey(blob: Buffer): string {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return `${blob.subarray(4, 4 + length).toString('latin1')} ${blob.toString('base64')}`;
}
