// Encryption at rest of what the server must read again: provider tokens, secrets of authenticator apps.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `helix seal ${purpose}`, KEY_BYTES));

/**
 * Makes the two functions for one purpose, each with a key of its own. AES-256-GCM; `owner` (a person's id) is bound in,
 * so that a sealed value copied to another row does not open there.
 */
export const createSeal = (secret: Buffer, purpose: string) => {
  const key = keyFor(secret, purpose);
  const boundTo = (owner: string): Buffer => Buffer.from(`${VERSION} ${purpose} ${owner}`);

  const seal = (text: string, owner: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(owner));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
  };

  /** The text; null when the value is not ours, was changed, or belongs to somebody else. */
  const open = (sealed: Uint8Array, owner: string): string | null => {
    const bytes = Buffer.from(sealed);
    if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) return null;
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(owner))
        .setAuthTag(tag);
      return decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  };

  return { seal, open };
};
