// Checks the site's environment: its configuration, this machine, and the services it uses.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient } from '@redis/client';
import nodemailer from 'nodemailer';
import { backupAges, readBackupNote } from '#server/kit/backup/backup-note.ts';
import { findFileTools } from '#server/kit/media/file-tools.ts';
import { findMediaTools } from '#server/kit/media/media-tools.ts';
import { describeIsolation } from '#server/kit/security/isolation.ts';
import { findIsolation } from '#server/kit/security/isolation-level.ts';
import { isLoopbackName } from '#server/kit/security/loopback.ts';
import { outboxOf } from '#server/platform/mail.ts';
import type { Config } from '../../config.ts';
import { type Finding, good, judgeAddresses, judgeBackup, judgeRoom, note, problem, warning } from './rules.ts';

const PATIENCE_MS = 5000;
const NODE_MAJOR = 24;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'no reason given';

export function checkSetUp(config: Config, nodeVersion: string): Finding[] {
  const found = judgeAddresses({ ...config, isLoopback: isLoopbackName });
  const isPublic = config.publicUrl !== null && !isLoopbackName(new URL(config.publicUrl).hostname);
  found.push(
    Number.parseInt(nodeVersion, 10) >= NODE_MAJOR
      ? good(`Node ${nodeVersion}.`)
      : problem(
          `Node is ${nodeVersion}.`,
          `The site needs ${NODE_MAJOR}.`,
          'Start it with `npm start`, which uses its own Node.',
        ),
  );
  if (config.mode !== 'production' && isPublic)
    found.push(
      warning(
        `NODE_ENV is ${config.mode}.`,
        'Every response is validated twice, and the design system is public.',
        'Start the site with `npm start`, or set NODE_ENV=production.',
      ),
    );
  if (!config.rateLimits)
    found.push(
      warning('RATE_LIMITS is off.', 'Passwords can be guessed without limit.', 'Remove it: it is for benchmarks.'),
    );
  if (config.demo === 'force' && isPublic)
    found.push(
      warning('DEMO is force.', 'The first start fills the site with demo content.', 'Remove it or set DEMO=off.'),
    );
  if (config.workers === 0)
    found.push(note('WORKERS is 0.', 'This process runs no jobs.', 'Make sure another process has WORKERS above 0.'));
  if (config.accelPrefix !== null && config.storage.kind !== 'disk')
    found.push(
      note(
        'ACCEL_PREFIX is set, but files are not on this machine.',
        'A front server cannot send them, so the site does.',
        'Remove ACCEL_PREFIX.',
      ),
    );
  return found;
}

/** Checks the free disk space in DATA_DIR and the permissions of the site's key. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  if (!existsSync(dataDir))
    return [
      note(`${dataDir} does not exist yet.`, 'The first start creates it.', 'Set DATA_DIR to use another folder.'),
    ];
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const found = [judgeRoom(`The disk of ${dataDir}`, { free: bavail * bsize, total: blocks * bsize })];
  const key = join(dataDir, 'keys', 'secret');
  const mode = statSync(key, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & 0o077) !== 0)
    found.push(
      problem(
        `Other users of this machine can read ${key}.`,
        'Anyone who has it can forge links and read encrypted data.',
        `chmod 600 ${key}`,
      ),
    );
  return found;
}

/** Evaluates the backups. They do not have to include files in object storage, because the service may replicate those files. */
export function checkBackups({ dataDir, storage }: Config, now: Date): Finding {
  const last = readBackupNote(dataDir);
  const wanted = storage.kind === 'disk' ? (['database', 'files'] as const) : (['database'] as const);
  return judgeBackup(last && { ...last, ages: backupAges(dataDir, now) }, wanted, now);
}

/** System accounts that nginx runs as: in Debian's package, and in nginx's own packages. */
const FRONT_ACCOUNTS = ['www-data', 'nginx'];

/**
 * Checks whether nginx can reach the files that it sends for the site (ACCEL_PREFIX). Its account is looked up in /etc/passwd and
 * /etc/group.
 */
export function checkAccel(config: Config, files = { passwd: '/etc/passwd', group: '/etc/group' }): Finding[] {
  if (config.accelPrefix === null || config.storage.kind !== 'disk') return [];
  const objects = join(config.dataDir, 'files', 'objects');
  if (!existsSync(objects)) return [];
  const lines = (path: string): string[][] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  const account = lines(files.passwd).find(([name = '']) => FRONT_ACCOUNTS.includes(name));
  if (!account) return [];
  const [name = '', , uid, gid] = account;
  const groups = lines(files.group).flatMap(([, , id = '', members = '']) =>
    members.split(',').includes(name) ? [id] : [],
  );
  const mayPass = (path: string, bits: number): boolean => {
    const { mode, uid: owner, gid: group } = statSync(path);
    const shift = String(owner) === uid ? 6 : [gid, ...groups].includes(String(group)) ? 3 : 0;
    return ((mode >> shift) & bits) === bits;
  };
  const ancestorsOf = (path: string): string[] =>
    dirname(path) === path ? [path] : [...ancestorsOf(dirname(path)), path];
  // Files are opened by path, so permission to enter the folders is enough.
  const closed = ancestorsOf(objects).find((path) => !mayPass(path, 1));
  if (!closed) return [good(`nginx (${name}) can reach ${objects}.`)];
  return [
    problem(
      `ACCEL_PREFIX is set, but nginx (${name}) cannot enter ${closed}.`,
      'nginx responds 403 to every download of a single file.',
      `As root: usermod -aG GROUP ${name}, with the group of ${closed}, and chmod g+x ${closed}; then restart nginx. Or remove ACCEL_PREFIX.`,
    ),
  ];
}

/** Reports how much an attacker could access through a bug in a program that reads uploads. */
export async function checkIsolation(): Promise<Finding> {
  const { level } = await findIsolation();
  const { covers, better } = describeIsolation(level, process.platform);
  if (better === null) return good(`${covers}.`);
  if (level !== 'limits') return note(`${covers}.`, 'Each one takes about 60 ms longer to start.', `${better}.`);
  return warning(`${covers}.`, 'Such bugs are found in ffmpeg and image libraries every year.', `${better}.`);
}

export async function checkMedia(config: Config): Promise<Finding> {
  const media = await findMediaTools({ path: config.ffmpegPath, log: silent });
  if (media) return good(`${/^ffmpeg version \S+/.exec(media.version)?.[0] ?? media.version}.`);
  return config.ffmpegPath !== null
    ? problem(
        `The program ${config.ffmpegPath} of FFMPEG_PATH cannot be run, or has no ffprobe next to it.`,
        'The site does not start.',
        'Remove FFMPEG_PATH or correct it.',
      )
    : warning(
        'ffmpeg is not installed.',
        'Videos and audio get no previews.',
        'Install it (apt-get install ffmpeg), or set FFMPEG_PATH.',
      );
}

/** Checks the programs for 7z archives and PDFs, which are optional. */
export async function checkFileTools(config: Config): Promise<Finding[]> {
  const tools = await findFileTools(config, silent);
  const programs = [
    [
      '7zz',
      tools.listSevenZip,
      'SEVENZIP_PATH',
      config.sevenZipPath,
      '7zip',
      'The contents of 7z archives are not listed.',
    ],
    ['pdftoppm', tools.readPdf, 'PDFTOPPM_PATH', config.pdftoppmPath, 'poppler-utils', 'PDFs get no previews.'],
  ] as const;
  return programs.map(([name, tool, variable, path, debianPackage, lacks]) => {
    if (tool) return good(`${name} is installed.`);
    return path !== null
      ? problem(
          `The program ${path} of ${variable} cannot be run.`,
          'The site does not start.',
          `Remove ${variable} or correct it.`,
        )
      : warning(
          `${name} is not installed.`,
          lacks,
          `Install it (apt-get install ${debianPackage}), or set ${variable}.`,
        );
  });
}

export async function checkMail(config: Config): Promise<Finding> {
  const { smtpUrl, publicUrl, dataDir } = config;
  if (smtpUrl === null) {
    const outbox = outboxOf(dataDir);
    const isPublic = publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname);
    const told = [
      `Mail is written to ${outbox} (SMTP_URL is not set).`,
      'No one receives password reset links or notifications.',
      "Set SMTP_URL to this site's mail server.",
    ] as const;
    return isPublic ? warning(...told) : note(...told);
  }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  const { hostname, port } = new URL(smtpUrl);
  try {
    await transport.verify();
    return good(`The mail server ${hostname} accepts mail.`);
  } catch (error) {
    return problem(
      `The mail server ${hostname}${port ? `:${port}` : ''} does not accept mail: ${reasonOf(error)}.`,
      'Password reset links and notifications are delayed.',
      'Check address, port, user and password in SMTP_URL, and that this machine can reach it.',
    );
  } finally {
    transport.close();
  }
}

export async function checkRedis(config: Config): Promise<Finding[]> {
  if (config.redisUrl === null) return [];
  const client = createClient({
    url: config.redisUrl,
    disableOfflineQueue: true,
    socket: { connectTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS, reconnectStrategy: false },
  });
  client.on('error', () => {});
  const { hostname } = new URL(config.redisUrl);
  try {
    await client.connect();
    await client.ping();
    return [good(`Redis at ${hostname} responds.`)];
  } catch (error) {
    return [
      problem(
        `Redis at ${hostname} does not respond: ${reasonOf(error)}.`,
        'Visitors do not immediately see changes made by other processes.',
        'Start it or check REDIS_URL. The site works without it.',
      ),
    ];
  } finally {
    client.destroy();
  }
}
