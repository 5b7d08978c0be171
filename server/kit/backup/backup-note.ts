// Record of the last backup made from a data folder: a small file that `doctor` and the metrics read.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type BackupContent = 'database' | 'files';
const CONTENTS: readonly BackupContent[] = ['database', 'files'];

/**
 * The last backup. Also contains the time of the last good backup of each kind of content, because an hourly backup that only
 * contains the database says nothing about the files. `checkFailed` is set when a later `restore --check` found damage. Notes
 * written by earlier versions lack `content` and `good`.
 */
export type LastBackup = {
  at: string;
  folder: string;
  isWhole: boolean;
  content?: readonly BackupContent[];
  checkFailed?: boolean;
  good?: Partial<Record<BackupContent, string>>;
};

export function backupNote(dataDir: string): string {
  return join(dataDir, 'last-backup.json');
}

/** Returns null if no backup has been made yet or the note is unreadable. */
export function readBackupNote(dataDir: string): LastBackup | null {
  try {
    return JSON.parse(readFileSync(backupNote(dataDir), 'utf8')) as LastBackup;
  } catch {
    return null;
  }
}

const write = (dataDir: string, note: LastBackup): void =>
  writeFileSync(backupNote(dataDir), JSON.stringify(note), { mode: 0o600 });

const allAt = (contents: readonly BackupContent[], at: string) =>
  Object.fromEntries(contents.map((content) => [content, at]));

/** Time of the last good backup for each kind of content. */
const goodOf = (note: LastBackup | null): Partial<Record<BackupContent, string>> =>
  note?.good ?? (note?.isWhole && !note.checkFailed ? allAt(CONTENTS, note.at) : {});

export function noteBackup(
  dataDir: string,
  { folder, isWhole, content }: Required<Pick<LastBackup, 'folder' | 'isWhole' | 'content'>>,
): void {
  const at = new Date().toISOString();
  const good = { ...goodOf(readBackupNote(dataDir)), ...(isWhole ? allAt(content, at) : {}) };
  write(dataDir, { at, folder, isWhole, content, good });
}

/** Records the result of checking a backup, if it is the last one made from this data folder. */
export function noteCheck(dataDir: string, folder: string, { failed }: { failed: boolean }): void {
  const note = readBackupNote(dataDir);
  if (note?.folder !== folder || Boolean(note.checkFailed) === failed) return;
  const { content = CONTENTS, at, isWhole } = note;
  const others = Object.entries(goodOf(note)).filter(([name]) => !content.includes(name as BackupContent));
  const good = { ...Object.fromEntries(others), ...(isWhole && !failed ? allAt(content, at) : {}) };
  write(dataDir, { ...note, checkFailed: failed, good });
}

export type BackupAge = { content: BackupContent; seconds: number };

/** Seconds since the last good backup of each kind of content. Kinds that never had a good backup are left out. */
export function backupAges(dataDir: string, now: Date): BackupAge[] {
  const good = goodOf(readBackupNote(dataDir));
  return CONTENTS.flatMap((content) => {
    const at = good[content];
    return at === undefined ? [] : [{ content, seconds: Math.max(0, (now.getTime() - Date.parse(at)) / 1000) }];
  });
}
