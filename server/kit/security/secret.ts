// The site's own key: from SECRET_KEY, else made once and kept in DATA_DIR/keys, readable by the server alone.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `readSecret` would return, where there is one already: makes nothing. */
export function findSecret(config: { secretKey: string | null; dataDir: string }): Buffer | null {
  return config.secretKey ? Buffer.from(config.secretKey, 'utf8') : readKey(join(config.dataDir, 'keys', 'secret'));
}

/** Returns at least 32 bytes. Two processes that start together end up with the same key. */
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
    // Another process was first; its key counts.
  } finally {
    rmSync(fresh, { force: true });
  }
  const made = readKey(path);
  if (!made) throw new Error(`${path} is empty`);
  return made;
}

/** What `readSecret` writes: 32 bytes in base64url. */
const MADE_HERE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Secrets of before: those of SECRET_KEY_OLD, where one that was made here may stand as its file has it, and the one that was
 * made here before SECRET_KEY was set.
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
