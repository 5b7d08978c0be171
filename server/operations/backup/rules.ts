// What a backup keeps of the stored files, and under which keys rows name them. No I/O.
import { createHash } from 'node:crypto';
import { postPictureKey } from '#server/features/forum/content/rules.ts';
import { ownPictureFile, profilePictureKey } from '#server/features/members/rules.ts';

/** Drawn or fetched again when somebody wants to see it, under the same key: no part of a backup. */
export function isMadeAnew(key: string): boolean {
  return /^(cards|elsewhere)\//.test(key);
}

const forms: Record<string, (value: string) => string | null> = {
  file: (value) => value,
  // The smallest of its widths, which every thumbnail has.
  thumbnail: (value) => `t/${value}-320.webp`,
  strip: (value) => `t/${value}`,
  person: (value) => profilePictureKey(ownPictureFile(value) ?? ''),
  post: postPictureKey,
};

/** The storage key that a line of `namedFiles` stands for; null where it is an address elsewhere. */
export function keyOfLine(line: string): string | null {
  const [form = '', value = ''] = line.split('\t');
  return forms[form]?.(value) ?? null;
}

/** Tells one secret from another by 4 bytes, from which nobody learns it. */
export function secretMark(secret: Buffer): string {
  return createHash('sha256').update('helix backup ').update(secret).digest('hex').slice(0, 8);
}

/** A finished backup by what is in it; a kind of null could not be read. */
export type KeptBackup = { name: string; kind: 'whole' | 'rows' | 'files' | null };

export function kindOf(has: { database: unknown; files: unknown }): 'whole' | 'rows' | 'files' {
  return has.database ? (has.files ? 'whole' : 'rows') : 'files';
}

/**
 * Which backups go when only so many of the kind that was just made are kept: backups of rows alone, made every hour, push out no
 * whole one. The oldest come first.
 */
export function outdatedBackups(finished: readonly KeptBackup[], keep: number): string[] {
  const kind = finished.at(-1)?.kind ?? null;
  const alike = kind === null ? [] : finished.filter((backup) => backup.kind === kind);
  return alike.slice(0, Math.max(0, alike.length - keep)).map(({ name }) => name);
}

/** A list of names in a sentence, shortened. */
export function listSome(keys: readonly string[], count: number = keys.length): string {
  return `${keys.slice(0, 5).join(', ')}${count > 5 ? ` and ${count - 5} more` : ''}`;
}

/** Bytes for people. */
export function describeBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}
