// `npm run storage:move -- FROM TO`: copies all files from one storage backend to another while the site runs. FROM and TO are
// each a STORAGE_URL or `disk`. The originals are deleted only if the command is run again with `--delete`. See
// docs/operations.md.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { createKeptLocks } from '#server/kit/db/advisory-leases.ts';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { LOCKS } from '#server/kit/db/locks.ts';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { createStorage, describeStorage } from '#server/kit/storage/open.ts';
import {
  isSamePlace,
  readStorageUrl,
  type StorageKeys,
  type StorageSetUp,
  StorageUrlError,
} from '#server/kit/storage/settings.ts';
import { isWhole, type MoveFailure, type MoveOutcome, moveAll } from '#server/operations/storage-migration/actions.ts';
import type { Move } from '#server/operations/storage-migration/move.ts';
import { deleteMoved } from '#server/operations/storage-migration/removing.ts';
import { readInstallation, runOrSay, withInstallation } from './commands/installation.ts';
import { showProgress, sizeOf } from './commands/progress.ts';

const MOST_AT_ONCE = 32;
const NAMED = 50;

type Asked = { from: StorageSetUp; to: StorageSetUp; deletes: boolean; atOnce: number };

const readAsked = (config: Config): Asked => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { delete: { type: 'boolean', default: false }, 'at-once': { type: 'string', default: '6' } },
  });
  const [from, to, ...rest] = positionals;
  if (!from || !to || rest.length > 0)
    throw new ConfigError('name the source and the target: a STORAGE_URL each, or disk');
  const atOnce = Number(values['at-once']);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > MOST_AT_ONCE) {
    throw new ConfigError(`--at-once must be a number from 1 to ${MOST_AT_ONCE}`);
  }
  const asked = {
    from: readPlace(config, { word: 'FROM', address: from }, config.storageOldKeys),
    to: readPlace(config, { word: 'TO', address: to }, config.storageKeys),
    deletes: values.delete,
    atOnce,
  };
  if (isSamePlace(asked.from, asked.to)) throw new ConfigError('both are the same place');
  if (asked.deletes && !hasLeft(config, asked.to)) {
    throw new ConfigError(
      `nothing is deleted as long as the site needs ${nameOf(config, asked.from)}: first set STORAGE_URL to ${to}, remove STORAGE_URL_OLD, and restart the site`,
    );
  }
  return asked;
};

/** Whether the site stores new files in the target and no longer reads from any other storage backend. */
const hasLeft = (config: Config, to: StorageSetUp): boolean =>
  config.storageOld === null && isSamePlace(config.storage, to);

/** Parses FROM or TO. Returns the site's own set-up if the site uses that storage backend; otherwise, a set-up with `keys`. */
const readPlace = (
  config: Config,
  { word, address }: { word: 'FROM' | 'TO'; address: string },
  keys: StorageKeys,
): StorageSetUp => {
  try {
    const place = readStorageUrl(address, keys);
    const known = [config.storage, config.storageOld].find((setUp) => setUp && isSamePlace(setUp, place));
    return known ?? place;
  } catch (error) {
    // The message omits the URL, which may contain a secret.
    if (error instanceof StorageUrlError) throw new ConfigError(`${word} cannot be used: ${error.message}`);
    throw error;
  }
};

const nameOf = ({ dataDir }: Config, storage: StorageSetUp): string => describeStorage({ dataDir, storage });

const say = (line: string): void => console.log(line);

const printFailures = (headline: string, troubles: readonly MoveFailure[]): void => {
  if (troubles.length === 0) return;
  say(`\n${headline}`);
  for (const { key, path, reason } of troubles.slice(0, NAMED)) say(`  ${path ?? 'an image'} (${key}): ${reason}`);
  if (troubles.length > NAMED) say(`  and ${troubles.length - NAMED} more`);
};

const sayOutcome = (config: Config, asked: Asked, outcome: MoveOutcome): void => {
  const { files, bytes, moved, damaged, tooLarge, lost, arriving, isSettled } = outcome;
  say(
    `${files} files, ${sizeOf(bytes)}, are in ${nameOf(config, asked.to)} and verified; ${moved} of them were moved now.`,
  );
  printFailures('These files are damaged in the old storage and were not moved:', damaged);
  printFailures('These files are too large for the new storage and were not moved:', tooLarge);
  printFailures('The site refers to these files, but they are in neither storage:', lost);
  if (arriving > 0)
    say(
      `\n${arriving} uploads to the old storage are still in progress: run this again when they have finished, within a day.`,
    );
  if (damaged.length > 0)
    say('\nHave the damaged files uploaded again or removed from their resources, then run this again.');
  if (tooLarge.length > 0)
    say('\nHave the oversized files removed from their resources, or choose another storage, then run this again.');
  if (!isSettled) say('\nFiles are still being written to the old storage: run this again when that has stopped.');
};

/** Prints the next step. The site needs the old storage backend until all its files have been moved. */
const sayNext = (config: Config, asked: Asked, outcome: MoveOutcome): void => {
  if (!isSamePlace(config.storage, asked.to)) {
    say('\nThe site still stores new files in the old storage. Set STORAGE_URL to the new one and');
    say('STORAGE_URL_OLD to the old one, restart the site, and run this again.');
  } else if (!isWhole(outcome)) {
    say('\nNothing was deleted.');
  } else if (config.storageOld) {
    say(
      '\nNothing was deleted. Remove STORAGE_URL_OLD, restart the site, and run this again with --delete at the end.',
    );
  } else say('\nNothing was deleted. To delete the old files, run the same command with --delete at the end.');
};

/** @param signal aborted when the lock is lost, because another run could then start */
const run = async (config: Config, asked: Asked, database: Database, signal: AbortSignal): Promise<void> => {
  const { dataDir } = config;
  const route = {
    from: await createStorage({ dataDir, storage: asked.from }),
    to: await createStorage({ dataDir, storage: asked.to }),
  };
  await route.from.ready();
  await route.to.ready();
  const progress = showProgress(say);
  const places = [asked.from, asked.to].map((place) =>
    place.kind === 'disk' ? ['disk'] : [place.kind, place.endpoint, place.bucket, place.prefix],
  );
  const move: Move = {
    db: database.db,
    now: () => new Date(),
    route,
    name: createHash('sha256').update(JSON.stringify(places)).digest('hex').slice(0, 32),
    atOnce: asked.atOnce,
    siteHasLeft: hasLeft(config, asked.to),
    onProgress: progress.show,
    signal,
  };
  say(
    `From ${nameOf(config, asked.from)} to ${nameOf(config, asked.to)}. You can stop this at any time and run it again.`,
  );
  const outcome = await moveAll(move).finally(progress.end);
  sayOutcome(config, asked, outcome);
  if ([...outcome.damaged, ...outcome.tooLarge, ...outcome.lost].length > 0) process.exitCode = 1;
  if (!asked.deletes) return sayNext(config, asked, outcome);
  if (!isWhole(outcome)) {
    process.exitCode = 1;
    return say('\nNothing was deleted.');
  }
  const { removed, left } = await deleteMoved(move);
  say(`\n${removed} files were deleted from ${nameOf(config, asked.from)}; ${left} remain there.`);
};

/** Rejects as soon as the lock is lost. */
const untilLost = async (lost: AbortSignal): Promise<never> => {
  await once(lost, 'abort');
  throw new Error('the connection to the database was lost, and another run may have started; run this again');
};

await runOrSay('The files were not moved', async () => {
  const config = readInstallation();
  const asked = readAsked(config);
  await withInstallation(config, async ({ site, owner }) => {
    await prepareDatabase({ site, owner });
    const log = { info() {}, warn() {}, error() {} };
    const locks = createKeptLocks({ connection: site, log, lockClass: LOCKS.storageMove });
    const database = openDatabase(site);
    try {
      const lock = await locks.take('storage:move');
      if (!lock) throw new ConfigError('another storage:move is running');
      await Promise.race([run(config, asked, database, lock.lost), untilLost(lock.lost)]);
    } finally {
      await locks.close();
      await database.close();
    }
  });
});
// After a failure, pending storage operations must not continue alongside another run.
if (process.exitCode === 1) process.exit();
