// Which stored files a backup includes, and how the references in rows map to storage keys. No I/O.
import { createHash } from 'node:crypto';
import { postPictureKey } from '#server/features/forum/content/rules.ts';
import { ownPictureFile, profilePictureKey } from '#server/features/members/rules.ts';

/** Whether a file is left out of backups because it is regenerated or fetched again on demand under the same key. */
export function isMadeAnew(key: string): boolean {
  return /^(cards|elsewhere)\//.test(key);
}

const forms: Record<string, (value: string) => string | null> = {
  file: (value) => value,
  // The smallest size, because every thumbnail exists in that size.
  thumbnail: (value) => `t/${value}-320.webp`,
  strip: (value) => `t/${value}`,
  preview: (value) => `t/${value}`,
  person: (value) => profilePictureKey(ownPictureFile(value) ?? ''),
  post: postPictureKey,
};

/** Storage key for a line of `namedFiles`; null for an external URL. */
export function keyOfLine(line: string): string | null {
  const [form = '', value = ''] = line.split('\t');
  return forms[form]?.(value) ?? null;
}

/** Identifies a secret by the first 4 bytes of a hash, which do not reveal it. */
export function secretMark(secret: Buffer): string {
  return createHash('sha256').update('helix backup ').update(secret).digest('hex').slice(0, 8);
}

/** A finished backup and its kind; the kind is null if the backup is unreadable. */
export type KeptBackup = { name: string; kind: 'whole' | 'rows' | 'files' | null };

export function kindOf(has: { database: unknown; files: unknown }): 'whole' | 'rows' | 'files' {
  return has.database ? (has.files ? 'whole' : 'rows') : 'files';
}

/**
 * Backups to delete, oldest first, so that only `keep` backups of the kind just made remain. Other kinds are not counted, so
 * hourly backups of rows do not push out complete backups.
 */
export function outdatedBackups(finished: readonly KeptBackup[], keep: number): string[] {
  const kind = finished.at(-1)?.kind ?? null;
  const alike = kind === null ? [] : finished.filter((backup) => backup.kind === kind);
  return alike.slice(0, Math.max(0, alike.length - keep)).map(({ name }) => name);
}

/** Formats a list of names for a sentence, shortened if it is long. */
export function listSome(keys: readonly string[], count: number = keys.length): string {
  return `${keys.slice(0, 5).join(', ')}${count > 5 ? ` and ${count - 5} more` : ''}`;
}

/** Formats a number of bytes in decimal units, for example `1.5 MB`. */
export function describeBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}
