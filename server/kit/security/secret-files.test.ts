import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, readDatabaseSetUp } from '#server/config.ts';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { SECRETS, withSecretFiles } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const KEY = 'k'.repeat(40);
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('a secret', () => {
  it.each(SECRETS)('is read from the file in %s_FILE', (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: written(name, 'of a file\n') })[name]).toBe('of a file');
  });

  it('is listed in the manual', () => {
    const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const section = /^## Secrets in files\n(.*?)^## /ms.exec(manual)?.[1] ?? '';
    expect(SECRETS.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('is validated like an environment variable, and not revealed', () => {
    const given = { SECRET_KEY_FILE: written('short', 'too short') };
    expect(() => readConfig(given, '/project')).toThrow(ConfigError);
    expect(() => readConfig(given, '/project')).toThrow(/^The variable SECRET_KEY cannot be used: it must have/);
    expect(readConfig({ SECRET_KEY_FILE: written('key', `${KEY}\n`) }, '/project').secretKey).toBe(KEY);
  });

  it('is found among systemd credentials by its name', () => {
    const credentials = join(folder, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'helix_SECRET_KEY'), KEY);
    expect(readConfig({ CREDENTIALS_DIRECTORY: credentials }, '/project').secretKey).toBe(KEY);
    expect(() => readConfig({ CREDENTIALS_DIRECTORY: credentials, SECRET_KEY: KEY }, '/project')).toThrow(
      'SECRET_KEY is set twice, by SECRET_KEY and by the credential SECRET_KEY: remove one of them.',
    );
  });

  it('that is set twice or cannot be read is rejected with one sentence', () => {
    const path = written('twice', KEY);
    expect(() => readConfig({ SECRET_KEY: KEY, SECRET_KEY_FILE: path }, '/project')).toThrow(/set twice/);
    expect(() => readConfig({ SECRET_KEY_FILE: '/nowhere/key' }, '/project')).toThrow(
      'The file /nowhere/key in SECRET_KEY_FILE cannot be read (ENOENT).',
    );
    expect(() => readConfig({ SECRET_KEY_FILE: written('nothing', '\n') }, '/project')).toThrow(/is empty/);
  });
});

it('migrations need only the database URLs, and no other secret', () => {
  const owner = written('owner', 'postgres://helix:o@db/helix\n');
  expect(readDatabaseSetUp({ DATABASE_URL: 'postgres://site:s@db/helix', DATABASE_OWNER_URL_FILE: owner })).toEqual({
    site: 'postgres://site:s@db/helix',
    owner: 'postgres://helix:o@db/helix',
    acceptNewer: false,
  });
});
