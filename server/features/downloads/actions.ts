// Writes of downloads that take more than one step.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { writeActivity } from '../../kit/activity.ts';
import { addToDownloads, type CountedDownload, recordDownload } from './queries.ts';

/** Counts a download, once per person (or visitor), resource and UTC day (product.md DL-8). */
export const countDownload = (db: Kysely<DB>, download: CountedDownload & { title: string }): Promise<void> =>
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
