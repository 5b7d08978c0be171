/** Reads secrets from files, because every program of the same user can see environment variables through /proc. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#server/kit/ops/config-error.ts';

/** Variables that can be set as `<NAME>_FILE` or as a systemd credential. */
export const SECRETS = [
  ...['SECRET_KEY', 'SECRET_KEY_OLD', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL'],
  ...['STORAGE_KEY_ID', 'STORAGE_SECRET', 'STORAGE_KEY_ID_OLD', 'STORAGE_SECRET_OLD', 'SMTP_URL'],
  ...['GOOGLE_CLIENT_SECRET', 'DISCORD_CLIENT_SECRET', 'DISCORD_BOT_TOKEN', 'PATREON_CLIENT_SECRET'],
  ...['PATREON_CREATOR_TOKEN', 'PATREON_CREATOR_REFRESH_TOKEN', 'PATREON_WEBHOOK_SECRET'],
] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Path of a secret in systemd's credentials folder. `LoadCredential=helix:/etc/helix/secrets` provides each file in that folder
 * as `helix_<name>`, and the credential ID `owner` works in the same way.
 */
const credentialOf = (name: string, folder: string | undefined): string | undefined =>
  folder ? ['helix', 'owner'].map((id) => join(folder, `${id}_${name}`)).find((path) => existsSync(path)) : undefined;

const readSecretFile = (source: string, path: string): string => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`The file ${path} in ${source} cannot be read (${code ?? 'unknown reason'}).`);
  }
  // Editors and `echo` add a line break at the end.
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigError(`The file ${path} in ${source} is empty.`);
  return secret;
};

/**
 * Returns the environment with the contents of secret files filled in.
 * @throws ConfigError if a file is unreadable or empty, or a secret is set in two ways
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
      throw new ConfigError(`${name} is set twice, by ${first[0]} and by ${second[0]}: remove one of them.`);
    if (first?.[1]) filled[name] = readSecretFile(first[0], first[1]);
  }
  return filled;
}
