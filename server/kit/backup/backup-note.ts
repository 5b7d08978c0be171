// What a data folder knows of backups made from it: a small file, for doctor and metrics.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `checkFailed` is set when a later `restore --check` found damage. `goodAt` is when the last whole backup was made. */
export type LastBackup = {
  at: string;
  folder: string;
  isWhole: boolean;
  checkFailed?: boolean;
  goodAt?: string | null;
};

export const backupNote = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** Null where no backup was made yet, or the note cannot be read. */
export const readBackupNote = (dataDir: string): LastBackup | null => {
  try {
    return JSON.parse(readFileSync(backupNote(dataDir), 'utf8')) as LastBackup;
  } catch {
    return null;
  }
};

const write = (dataDir: string, note: LastBackup): void =>
  writeFileSync(backupNote(dataDir), JSON.stringify(note), { mode: 0o600 });

/** When the last good backup was made; notes of earlier versions have only the last one. */
const goodAtOf = (note: LastBackup | null): string | null =>
  note === null ? null : note.goodAt === undefined && note.isWhole ? note.at : (note.goodAt ?? null);

export const noteBackup = (dataDir: string, { folder, isWhole }: Pick<LastBackup, 'folder' | 'isWhole'>): void => {
  const at = new Date().toISOString();
  write(dataDir, { at, folder, isWhole, goodAt: isWhole ? at : goodAtOf(readBackupNote(dataDir)) });
};

/** Notes how a backup passed its check, if it is the last one made from here. */
export const noteCheck = (dataDir: string, folder: string, { failed }: { failed: boolean }): void => {
  const note = readBackupNote(dataDir);
  if (note?.folder !== folder || Boolean(note.checkFailed) === failed) return;
  write(dataDir, { ...note, checkFailed: failed, goodAt: failed ? null : note.isWhole ? note.at : goodAtOf(note) });
};

/** Seconds since the last good backup; null when none is known. */
export const backupAgeSeconds = (dataDir: string, now: Date): number | null => {
  const at = goodAtOf(readBackupNote(dataDir));
  return at === null ? null : Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
};
