// Download operations that consist of several steps.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { Deps } from '../../deps.ts';
import { createChoices } from './choices.ts';
import { addToDownloads, type CountedDownload, findCurrentVersion, recordDownload } from './queries.ts';
import { issueReceipt } from './receipts/actions.ts';
import type { DownloadTarget } from './rules.ts';
import { createTickets, type PremiumPerson } from './tickets.ts';

/** Retry delays, so that a brief database outage does not lose a count. */
const AGAIN_AFTER_MS = [500, 2000, 8000, 30_000];

/**
 * Writes something down about a download that has started, with retries.
 * @throws the error of the last attempt
 */
const writeDown = async (write: () => Promise<void>): Promise<void> => {
  for (const pauseMs of AGAIN_AFTER_MS) {
    try {
      return await write();
    } catch {
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  await write();
};

/**
 * Counts a download that starts once per user (or visitor), resource and UTC day (product.md DL-8), and issues its receipt.
 * @throws the error of the last attempt
 */
export async function noteDownload(
  deps: Parameters<typeof issueReceipt>[0],
  download: CountedDownload & { title: string },
  receipt: Parameters<typeof issueReceipt>[1],
): Promise<void> {
  await writeDown(() => countOnce(deps.db, download));
  await writeDown(() => issueReceipt(deps, receipt));
}

const countOnce = (db: Kysely<DB>, download: CountedDownload & { title: string }): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await recordDownload(trx, download))) return;
    await addToDownloads(trx, download.resourceId);
    await writeActivity(trx, {
      type: 'DOWNLOAD',
      userId: download.userId,
      resourceId: download.resourceId,
      details: `Downloaded ${download.title}`,
      at: download.at,
    });
  });

/**
 * A user's direct download URL, which also works outside their browser. Returned as a path that includes the user's ticket. The
 * caller must check access first; access is checked again on every request.
 * @throws Problem FILE_NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function personalAddress(
  deps: Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'now' | 'secret'>,
  asked: DownloadTarget,
  person: PremiumPerson,
): Promise<string> {
  const version = await findCurrentVersion(deps.db, asked.id);
  const { wanted } = await createChoices(deps).find(asked, { version });
  return await createTickets(deps).personalAddress(wanted, person);
}
