// What may be wrong around the site: its set-up, this machine, and the services that it talks to.
import { existsSync, statSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';
import { isLoopbackName } from '../../kit/loopback.ts';
import { outboxOf } from '../../kit/mail.ts';
import { findMediaTools } from '../../kit/media-tools.ts';
import {
  type Finding,
  good,
  judgeAddresses,
  judgeBackup,
  judgeRoom,
  type LastBackup,
  note,
  problem,
  warning,
} from './rules.ts';

const PATIENCE_MS = 5000;
const NODE_MAJOR = 24;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'no reason given';

export const examineSetUp = (config: Config, nodeVersion: string): Finding[] => {
  const found = judgeAddresses({ ...config, isLoopback: isLoopbackName });
  const isPublic = config.publicUrl !== null && !isLoopbackName(new URL(config.publicUrl).hostname);
  found.push(
    Number.parseInt(nodeVersion, 10) >= NODE_MAJOR
      ? good(`Node ${nodeVersion}.`)
      : problem(
          `Node is ${nodeVersion}.`,
          `The site needs ${NODE_MAJOR}.`,
          'Start it by `npm start`, which uses its own Node.',
        ),
  );
  if (config.mode !== 'production' && isPublic)
    found.push(
      warning(
        `NODE_ENV is ${config.mode}.`,
        'Every reply is checked twice, and the design system is open to all.',
        'Start the site by `npm start`, or set NODE_ENV=production.',
      ),
    );
  if (!config.rateLimits)
    found.push(
      warning('RATE_LIMITS is off.', 'Passwords can be guessed without an end.', 'Leave it out; it is for benches.'),
    );
  if (config.demo === 'force' && isPublic)
    found.push(
      warning(
        'DEMO is force.',
        'A first start fills the site with invented content.',
        'Leave it out, or set DEMO=off.',
      ),
    );
  if (config.workers === 0)
    found.push(note('WORKERS is 0.', 'This process does no jobs.', 'See that another process has WORKERS above 0.'));
  if (config.accelPrefix !== null && config.storage.kind !== 'disk')
    found.push(
      note(
        'ACCEL_PREFIX is set, and files are not on this machine.',
        'A front server cannot send them; the site does it itself.',
        'Leave ACCEL_PREFIX out.',
      ),
    );
  return found;
};

/** Room on the disks that DATA_DIR lies on, and who may read the site's key. */
export const examineMachine = async (config: Config): Promise<Finding[]> => {
  const { dataDir } = config;
  if (!existsSync(dataDir))
    return [
      note(`${dataDir} is not there yet.`, 'The first start makes it.', 'Set DATA_DIR if it should be elsewhere.'),
    ];
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const found = [judgeRoom(`The disk of ${dataDir}`, { free: bavail * bsize, total: blocks * bsize })];
  const key = join(dataDir, 'keys', 'secret');
  const mode = statSync(key, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & 0o077) !== 0)
    found.push(
      problem(
        `Others on this machine can read ${key}.`,
        'Whoever has it can forge links and read what is sealed.',
        `chmod 600 ${key}`,
      ),
    );
  return found;
};

/** Where a backup that was made from here notes itself. */
export const backupNote = (dataDir: string): string => join(dataDir, 'last-backup.json');

export const examineBackups = async (config: Config, now: Date): Promise<Finding> => {
  const text = await readFile(backupNote(config.dataDir), 'utf8').catch(() => null);
  return judgeBackup(text === null ? null : (JSON.parse(text) as LastBackup), now);
};

export const examineMedia = async (config: Config): Promise<Finding> => {
  const media = await findMediaTools({ path: config.ffmpegPath, log: silent });
  if (media) return good(`${media.version.slice(0, 60)}.`);
  return config.ffmpegPath !== null
    ? problem(
        `The program ${config.ffmpegPath} of FFMPEG_PATH cannot be run, or has no ffprobe beside it.`,
        'The site does not start.',
        'Leave FFMPEG_PATH out, or name the program.',
      )
    : warning(
        'There is no ffmpeg here.',
        'Video and sound get no previews.',
        'Install it (apt-get install ffmpeg), or set FFMPEG_PATH.',
      );
};

export const examineMail = async (config: Config): Promise<Finding> => {
  const { smtpUrl, publicUrl, dataDir } = config;
  if (smtpUrl === null) {
    const outbox = outboxOf(dataDir);
    const isPublic = publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname);
    const told = [
      `Mail goes into ${outbox} (SMTP_URL is not set).`,
      'Nobody gets links for new passwords or notices.',
      'Set SMTP_URL to the mail server of this site.',
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
    return good(`The mail server ${hostname} takes mail.`);
  } catch (error) {
    return problem(
      `The mail server ${hostname}${port ? `:${port}` : ''} does not take mail: ${reasonOf(error)}.`,
      'Links for new passwords and notices wait.',
      'Check address, port, user and password in SMTP_URL, and that this machine may reach it.',
    );
  } finally {
    transport.close();
  }
};

export const examineRedis = async (config: Config): Promise<Finding[]> => {
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
    return [good(`Redis at ${hostname} answers.`)];
  } catch (error) {
    return [
      problem(
        `Redis at ${hostname} does not answer: ${reasonOf(error)}.`,
        'Readers are not told at once of what other processes did.',
        'Start it, or check REDIS_URL. The site goes on without it.',
      ),
    ];
  } finally {
    client.destroy();
  }
};
