import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readOldSecrets, readSecret } from './secret.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'helix-secret-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('a generated secret remains valid as an old one after SECRET_KEY is set', () => {
  const made = readSecret({ secretKey: null, dataDir });
  expect(readSecret({ secretKey: null, dataDir })).toEqual(made);
  expect(readOldSecrets({ secretKey: null, oldSecretKeys: [], dataDir })).toEqual([]);
  const secretKey = 'a key of the operator, long enough';
  expect(readSecret({ secretKey, dataDir })).toEqual(Buffer.from(secretKey));
  const old = readOldSecrets({ secretKey, oldSecretKeys: ['another key, also of the operator'], dataDir });
  expect(old).toEqual([Buffer.from('another key, also of the operator'), made]);

  // On another machine, SECRET_KEY_OLD contains the text of the secret file.
  const written = readFileSync(join(dataDir, 'keys', 'secret'), 'utf8');
  const elsewhere = { secretKey, oldSecretKeys: [written], dataDir: join(dataDir, 'elsewhere') };
  expect(readOldSecrets(elsewhere)).toContainEqual(made);
});
