// Encryption at rest for data that the server must be able to decrypt: provider tokens, authenticator secrets, server logins,
// queued emails.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 2;
/** The first format had no key ID. Values in that format can still be opened. */
const UNNAMED_VERSION = 1;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The site's secrets: `secret` seals values, and any of the secrets can open them. */
export type SealKeys = { secret: Buffer; oldSecrets?: readonly Buffer[] };

type Key = { id: Buffer; key: Buffer };

const keyFor = (secret: Buffer, purpose: string): Key => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `helix seal ${purpose}`, KEY_BYTES));
  return { key, id: createHash('sha256').update('helix key id ').update(key).digest().subarray(0, KEY_ID_BYTES) };
};

/**
 * Creates the functions for one purpose (AES-256-GCM). Each purpose has its own key. `owner` (a user ID, or a row and column) is
 * authenticated too, so a sealed value that is copied to another row cannot be opened there. A sealed value contains a 4-byte key
 * ID.
 */
export function createSeal({ secret, oldSecrets = [] }: SealKeys, purpose: string) {
  const current = keyFor(secret, purpose);
  const keys = [current, ...oldSecrets.map((old) => keyFor(old, purpose))];
  const boundTo = (version: number, owner: string): Buffer => Buffer.from(`${version} ${purpose} ${owner}`);

  const seal = (text: string, owner: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(boundTo(VERSION, owner));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), current.id, nonce, cipher.getAuthTag(), body]);
  };

  const openWith = (key: Buffer, version: number, owner: string, bytes: Buffer): string | null => {
    const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
    if (rest.length < TAG_BYTES) return null;
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(version, owner))
        .setAuthTag(rest.subarray(0, TAG_BYTES));
      return decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  };

  // Returns the text, or null if the value was not sealed here, was changed, belongs to another owner, or was sealed with a key
  // that is no longer known.
  const open = (sealed: Uint8Array, owner: string): string | null => {
    const bytes = Buffer.from(sealed);
    const isNamed = bytes[0] === VERSION;
    if (!isNamed && bytes[0] !== UNNAMED_VERSION) return null;
    const body = bytes.subarray(isNamed ? 1 + KEY_ID_BYTES : 1);
    for (const { id, key } of keys) {
      if (isNamed && !id.equals(bytes.subarray(1, 1 + KEY_ID_BYTES))) continue;
      const text = openWith(key, isNamed ? VERSION : UNNAMED_VERSION, owner, body);
      if (text !== null) return text;
    }
    return null;
  };

  // Whether a value was sealed with the current secret, so that opening it needs no old secret.
  const isCurrent = (sealed: Uint8Array): boolean =>
    sealed[0] === VERSION && current.id.equals(Buffer.from(sealed).subarray(1, 1 + KEY_ID_BYTES));

  // Which secret opens a value that starts with these 5 bytes. Values in the first format count as old.
  const keyOf = (head: Uint8Array): 'current' | 'old' | 'unknown' => {
    if (head[0] === UNNAMED_VERSION) return 'old';
    const place = keys.findIndex(
      ({ id }) => head[0] === VERSION && id.equals(Buffer.from(head).subarray(1, 1 + KEY_ID_BYTES)),
    );
    return place < 0 ? 'unknown' : place === 0 ? 'current' : 'old';
  };

  return { seal, open, isCurrent, keyOf };
}
