// Evaluates and formats the findings. No I/O.
import { HOUR_MS } from '#contract/durations.ts';
import type { BackupAge, LastBackup } from '#server/kit/backup/backup-note.ts';
import { type DatabaseState, isTooOld } from '#server/kit/db/database-state.ts';

/**
 * `problem`: something does not work, or data will be lost. `warning`: something will soon fail, or the configuration is unsafe.
 */
export type Level = 'good' | 'note' | 'warning' | 'problem';

/** A finding. Findings of every level except `good` also explain why they matter and what to do. */
export type Finding = { level: Level; what: string; why?: string; todo?: string };

export function good(what: string): Finding {
  return { level: 'good', what };
}
export function note(what: string, why: string, todo: string): Finding {
  return { level: 'note', what, why, todo };
}
export function warning(what: string, why: string, todo: string): Finding {
  return { level: 'warning', what, why, todo };
}
export function problem(what: string, why: string, todo: string): Finding {
  return { level: 'problem', what, why, todo };
}

const GIGABYTE = 1e9;
const TOO_OLD_HOURS = 48;

/** Evaluates the free space of a disk; both numbers are bytes. */
export function judgeRoom(of: string, { free, total }: { free: number; total: number }): Finding {
  const said = `${of}: ${(free / GIGABYTE).toFixed(1)} GB of ${(total / GIGABYTE).toFixed(1)} GB are free.`;
  const todo = 'Free up space on this disk or move DATA_DIR to a larger one.';
  if (free < GIGABYTE) return problem(said, 'Without space the database stops and uploads are rejected.', todo);
  if (free < 5 * GIGABYTE || free < total * 0.05) return warning(said, 'Uploads are rejected when it is full.', todo);
  return good(said);
}

/** Evaluates the database server's version and settings. */
export function judgeState(state: DatabaseState): Finding[] {
  const found: Finding[] = [];
  if (isTooOld(state.version))
    found.push(
      problem(
        `The database is PostgreSQL ${state.versionText}.`,
        'The site needs 16 or newer.',
        'Upgrade the server, or leave out DATABASE_URL and use the embedded one.',
      ),
    );
  if (state.encoding !== 'UTF8')
    found.push(
      problem(
        `The database encoding is ${state.encoding}.`,
        'Names and titles in other scripts cannot be stored.',
        'Create a database with `create database helix encoding utf8 template template0` and move the data with backup and restore.',
      ),
    );
  if (!state.hasTrigram)
    found.push(
      problem(
        'The extension pg_trgm is not installed in the database.',
        'Search and migrations need it.',
        'Start the site, which installs it. If that fails, install the package with PostgreSQL’s extensions (postgresql-contrib).',
      ),
    );
  if (state.fsync === 'off')
    found.push(
      problem(
        'The database runs with fsync off.',
        'A power failure can destroy all of it.',
        'Set fsync = on in postgresql.conf and restart the server.',
      ),
    );
  if (state.syncCommit === 'off')
    found.push(
      warning(
        'The database runs with synchronous_commit off.',
        'A crash loses data acknowledged within the last second.',
        'Set synchronous_commit = on for the role of the site.',
      ),
    );
  const size = `${(state.bytes / 1e6).toFixed(0)} MB`;
  return found.length > 0 ? found : [good(`The database responds: PostgreSQL ${state.versionText}, ${size}.`)];
}

/** Evaluates the clock difference. `skewMs` is how far the database's clock is ahead of this machine's, in milliseconds. */
export function judgeClock(skewMs: number): Finding {
  const seconds = (skewMs / 1000).toFixed(1);
  if (Math.abs(skewMs) < 2000) return good('The clocks of this machine and the database are in sync.');
  const said = `The clock of the database is ${seconds} s ahead of this machine's.`;
  const why = 'Sessions, authenticator codes, links and Premium depend on correct time.';
  const todo = 'Synchronise both machines with NTP (timedatectl set-ntp true).';
  return Math.abs(skewMs) < 30_000 ? warning(said, why, todo) : problem(said, why, todo);
}

const CONTENTS = { database: 'rows', files: 'files' } as const;

/**
 * Evaluates the last backup.
 * @param last the last backup, and the ages of the last good ones
 * @param wanted content that this site's backups must include
 */
export function judgeBackup(
  last: (LastBackup & { ages: readonly BackupAge[] }) | null,
  wanted: readonly BackupAge['content'][],
  now: Date,
): Finding {
  const todo = 'Run `npm run backup -- FOLDER` every night, to another disk.';
  if (!last) return warning('No backup has been made yet.', 'If the disk fails, its data is lost.', todo);
  const hoursSince = (ms: number): number => Math.floor(ms / HOUR_MS);
  const inHours = (hours: number): string =>
    hours === 0 ? 'less than an hour' : hours === 1 ? '1 hour' : `${hours} hours`;
  const hours = hoursSince(now.getTime() - Date.parse(last.at));
  const said = `The last backup is ${inHours(hours)} old, in ${last.folder}.`;
  if (last.checkFailed)
    return problem(
      `${said} It did not pass its check.`,
      'It cannot be relied on.',
      'Make a backup in another folder and check it, then check the disk this one is on.',
    );
  if (!last.isWhole)
    return warning(
      `${said} Some of its files are missing or damaged.`,
      'They cannot be restored.',
      'Check the output of the backup command.',
    );
  if (hours > TOO_OLD_HOURS) return warning(said, 'Data added since then is in no backup.', todo);
  for (const content of wanted) {
    const age = last.ages.find((one) => one.content === content);
    const name = CONTENTS[content];
    if (!age)
      return warning(`${said} There is no good backup of ${name}.`, 'If the disk fails, its data is lost.', todo);
    const since = hoursSince(age.seconds * 1000);
    if (since > TOO_OLD_HOURS)
      return warning(
        `${said} The last good backup of ${name} is ${since} hours old.`,
        'Data added since then is in no backup.',
        todo,
      );
  }
  return good(said);
}

type Addresses = {
  host: string;
  publicUrl: string | null;
  trustProxy: string | null;
  isLoopback(name: string): boolean;
};

/** Checks that the site's URL, listening address and front server settings fit together. */
export function judgeAddresses({ host, publicUrl, trustProxy, isLoopback }: Addresses): Finding[] {
  const isOpen = !isLoopback(host);
  if (publicUrl === null)
    return isOpen
      ? [
          problem(
            `HOST is ${host}, but PUBLIC_URL is not set.`,
            'Others can reach the site, but links in emails lead to localhost and changes they make are rejected.',
            'Set PUBLIC_URL to the address people use.',
          ),
        ]
      : [good('Only this machine can use the site (PUBLIC_URL is not set).')];
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) return [good(`The site's address is ${publicUrl}.`)];
  const found: Finding[] = [];
  if (protocol === 'http:')
    found.push(
      warning(
        `PUBLIC_URL starts with http:// (${publicUrl}).`,
        'Passwords and sessions are sent unencrypted.',
        'Install a certificate on the front server and set PUBLIC_URL to https://.',
      ),
    );
  if (trustProxy === null && !isOpen)
    found.push(
      problem(
        `The site listens on ${host} behind a front server that TRUST_PROXY does not name.`,
        'All visitors appear to have the same IP address and share its rate limits.',
        'Set TRUST_PROXY to the address of the front server, for example TRUST_PROXY=127.0.0.1.',
      ),
    );
  return found.length > 0 ? found : [good(`The site's address is ${publicUrl}.`)];
}

const marks: Record<Level, string> = { good: 'good   ', note: 'note   ', warning: 'WARNING', problem: 'PROBLEM' };

/** Formats a finding as lines of text. */
export function formatFinding({ level, what, why, todo }: Finding): string {
  return [`${marks[level]}  ${what}`, why, todo].filter((line) => line !== undefined).join('\n         ');
}

/** The final line and the exit code, which is 1 if there are problems. */
export function summarise(findings: readonly Finding[]): { line: string; exitCode: number } {
  const count = (level: Level): number => findings.filter((finding) => finding.level === level).length;
  const problems = count('problem');
  return {
    line: `Problems: ${problems}, warnings: ${count('warning')}, notes: ${count('note')}`,
    exitCode: problems > 0 ? 1 : 0,
  };
}
