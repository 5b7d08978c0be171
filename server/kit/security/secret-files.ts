/** Secrets from files instead of the environment, which every program of the same user can read under /proc. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#server/kit/ops/config-error.ts';

/** Variables that may be given as `<NAME>_FILE`, or as a credential of systemd. */
export const SECRETS = [
  ...['SECRET_KEY', 'SECRET_KEY_OLD', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL'],
  ...['STORAGE_KEY_ID', 'STORAGE_SECRET', 'STORAGE_KEY_ID_OLD', 'STORAGE_SECRET_OLD', 'SMTP_URL'],
  ...['GOOGLE_CLIENT_SECRET', 'DISCORD_CLIENT_SECRET', 'DISCORD_BOT_TOKEN', 'PATREON_CLIENT_SECRET'],
  ...['PATREON_CREATOR_TOKEN', 'PATREON_CREATOR_REFRESH_TOKEN', 'PATREON_WEBHOOK_SECRET'],
] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/** `LoadCredential=helix:/etc/helix/secrets` hands out each file of that folder as `helix_<its name>`; `owner` likewise. */
const credentialOf = (name: string, folder: string | undefined): string | undefined =>
  folder ? ['helix', 'owner'].map((id) => join(folder, `${id}_${name}`)).find((path) => existsSync(path)) : undefined;

const readSecretFile = (source: string, path: string): string => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`The file ${path} of ${source} cannot be read (${code ?? 'unknown reason'}).`);
  }
  // Editors and `echo` end a file with a line break.
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigError(`The file ${path} of ${source} is empty.`);
  return secret;
};

/**
 * The environment with what its secret files hold.
 * @throws ConfigError also when one secret is given in two ways
 */
export function withSecretFiles(env: Variables): Record<string, string | undefined> {
  const filled: Record<string, string | undefined> = { ...env };
  for (const name of SECRETS) {
    const file = `${name}_FILE`;
    const sources = [...(env[name] ? [[name, null] as const] : []), ...(env[file] ? [[file, env[file]] as const] : [])];
    const credential = credentialOf(name, env.CREDENTIALS_DIRECTORY);
    if (credential) sources.push([`the credential ${name}`, credential]);
    const [first, second] = sources;
    if (first && second)
      throw new ConfigError(`${name} is given twice, by ${first[0]} and by ${second[0]}: remove one of them.`);
    if (first?.[1]) filled[name] = readSecretFile(first[0], first[1]);
  }
  return filled;
}
