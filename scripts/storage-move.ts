// `npm run storage:move -- FROM TO`: brings all files from one storage to another while the site runs; each of both is a STORAGE_URL, or
// `disk`. Nothing is removed where they come from, until the same is said with `--delete`. See docs/operations.md.

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
import { showProgress, sizeOf } from './commands/move-progress.ts';

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
    throw new ConfigError('say from where and to where: a STORAGE_URL each, or disk');
  const atOnce = Number(values['at-once']);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > MOST_AT_ONCE) {
    throw new ConfigError(`--at-once takes a number from 1 to ${MOST_AT_ONCE}`);
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
      `nothing is deleted as long as the site needs ${nameOf(config, asked.from)}: set STORAGE_URL to ${to}, leave STORAGE_URL_OLD out, and restart the site first`,
    );
  }
  return asked;
};

/** Whether the site keeps its files there, and reads no other place any more. */
const hasLeft = (config: Config, to: StorageSetUp): boolean =>
  config.storageOld === null && isSamePlace(config.storage, to);

/** With the credentials that the site has for this place, or else those of its variables. */
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
    // Not the address itself: somebody may have written a secret into it.
    if (error instanceof StorageUrlError) throw new ConfigError(`${word} cannot be used: ${error.message}`);
    throw error;
  }
};

const nameOf = ({ dataDir }: Config, storage: StorageSetUp): string => describeStorage({ dataDir, storage });

const say = (line: string): void => console.log(line);

const sayTroubles = (headline: string, troubles: readonly MoveFailure[]): void => {
  if (troubles.length === 0) return;
  say(`\n${headline}`);
  for (const { key, path, reason } of troubles.slice(0, NAMED)) say(`  ${path ?? 'a picture'} (${key}): ${reason}`);
  if (troubles.length > NAMED) say(`  and ${troubles.length - NAMED} more`);
};

const sayOutcome = (config: Config, asked: Asked, outcome: MoveOutcome): void => {
  const { files, bytes, moved, damaged, tooLarge, lost, arriving, isSettled } = outcome;
  say(
    `${files} files, ${sizeOf(bytes)}, are in ${nameOf(config, asked.to)} and were compared there; ${moved} of them now.`,
  );
  sayTroubles('These files are damaged where they come from. They were not moved:', damaged);
  sayTroubles('These files are too large for the new storage. They were not moved:', tooLarge);
  sayTroubles('The site knows of these files, and they are nowhere:', lost);
  if (arriving > 0)
    say(
      `\n${arriving} uploads are still on their way to the storage of before: run this again when they have ended, in a day at most.`,
    );
  if (damaged.length > 0)
    say('\nHave the damaged files uploaded again, or taken out of their resources, then run this again.');
  if (tooLarge.length > 0)
    say(
      '\nHave the files that are too large taken out of their resources, or choose another storage, then run this again.',
    );
  if (!isSettled)
    say('\nFiles still come to the storage of before: run this again when nothing writes there any more.');
};

/** What is to be done next: the storage of before is needed until all that it has is at the other end. */
const sayNext = (config: Config, asked: Asked, outcome: MoveOutcome): void => {
  if (!isSamePlace(config.storage, asked.to)) {
    say(
      '\nThe site still keeps new files in the storage of before. Name the new one in STORAGE_URL, the one of before in',
    );
    say('STORAGE_URL_OLD, restart the site, and run this again.');
  } else if (!isWhole(outcome)) {
    say('\nNothing was deleted.');
  } else if (config.storageOld) {
    say(
      '\nNothing was deleted. Leave STORAGE_URL_OLD out, restart the site, and run this again with --delete at its end.',
    );
  } else say('\nNothing was deleted: that is done by the same command with --delete at its end.');
};

/** @param signal is aborted when another run may begin */
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
    `From ${nameOf(config, asked.from)} to ${nameOf(config, asked.to)}. It may be ended at any time and begun again.`,
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
  say(`\n${removed} files were deleted from ${nameOf(config, asked.from)}; ${left} are left there.`);
};

/** Rejects when the lock is lost. */
const untilLost = async (lost: AbortSignal): Promise<never> => {
  await once(lost, 'abort');
  throw new Error('the connection to the database broke, and another run may have begun; run this again');
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
// Whatever waits for a storage after a failure must not go on beside another run.
if (process.exitCode === 1) process.exit();
