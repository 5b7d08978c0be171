import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readOldSecrets, readSecret } from './secret.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'helix-secret-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('a secret that was made here opens still what it sealed, once SECRET_KEY is set', () => {
  const made = readSecret({ secretKey: null, dataDir });
  expect(readSecret({ secretKey: null, dataDir })).toEqual(made);
  expect(readOldSecrets({ secretKey: null, oldSecretKeys: [], dataDir })).toEqual([]);
  const secretKey = 'a key of the operator, long enough';
  expect(readSecret({ secretKey, dataDir })).toEqual(Buffer.from(secretKey));
  const old = readOldSecrets({ secretKey, oldSecretKeys: ['another key, also of the operator'], dataDir });
  expect(old).toEqual([Buffer.from('another key, also of the operator'), made]);

  // Another machine is told it as the file has it.
  const written = readFileSync(join(dataDir, 'keys', 'secret'), 'utf8');
  const elsewhere = { secretKey, oldSecretKeys: [written], dataDir: join(dataDir, 'elsewhere') };
  expect(readOldSecrets(elsewhere)).toContainEqual(made);
});
