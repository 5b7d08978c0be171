// The site's secret: SECRET_KEY, or else generated once and kept in DATA_DIR/keys, readable only by the server's user.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The existing secret, or null; unlike `readSecret` it never generates one. */
export function findSecret(config: { secretKey: string | null; dataDir: string }): Buffer | null {
  return config.secretKey ? Buffer.from(config.secretKey, 'utf8') : readKey(join(config.dataDir, 'keys', 'secret'));
}

/** The secret, at least 32 bytes; generated if missing. Processes that start concurrently end up with the same one. */
export function readSecret(config: { secretKey: string | null; dataDir: string }): Buffer {
  const known = findSecret(config);
  if (known) return known;
  const folder = join(config.dataDir, 'keys');
  const path = join(folder, 'secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(fresh, path);
  } catch {
    // Another process was first; its secret is used.
  } finally {
    rmSync(fresh, { force: true });
  }
  const made = readKey(path);
  if (!made) throw new Error(`${path} is empty`);
  return made;
}

/** A secret written by `readSecret`: 32 bytes in base64url. */
const MADE_HERE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Previous secrets: those in SECRET_KEY_OLD, which may include the text of a generated secret file, and the secret that was
 * generated here before SECRET_KEY was set.
 */
export function readOldSecrets(config: {
  secretKey: string | null;
  oldSecretKeys: readonly string[];
  dataDir: string;
}): Buffer[] {
  const named = config.oldSecretKeys.flatMap((key) => [
    Buffer.from(key, 'utf8'),
    ...(MADE_HERE.test(key) ? [Buffer.from(key, 'base64url')] : []),
  ]);
  const made = config.secretKey ? readKey(join(config.dataDir, 'keys', 'secret')) : null;
  return made ? [...named, made] : named;
}

const readKey = (path: string): Buffer | null => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text.length >= 32 ? Buffer.from(text, 'base64url') : null;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
};
