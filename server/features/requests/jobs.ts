// Reads a requested page later if the site was too busy when the request was made.
import { z } from 'zod';
import { announce } from '#server/kit/db/bus.ts';
import { defineJob, enqueue, type Job } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { type OgDeps, readOgData } from './og.ts';
import { findLinkOf, setOg } from './queries.ts';
import { BOARD_TOPIC } from './rules.ts';

const LATER_MS = 5 * 60_000;
/** Maximum number of attempts; after that, the request stays without a preview. */
const MOST_TRIES = 2;

type Preview = { id: string; tries: number };

/** Schedules reading a request's page in a few minutes. `tries` is the number of this attempt. */
export function readPreviewLater(trx: Deps['db'], preview: Preview, now: Date): Promise<void> {
  return enqueue(trx, readPreview, preview, {
    key: `request preview ${preview.id}`,
    runAt: new Date(now.getTime() + LATER_MS),
  });
}

export const readPreview: Job<Preview, OgDeps> = defineJob({
  name: 'requests.read-preview',
  payload: z.object({ id: z.uuid(), tries: z.int() }),
  run: async ({ id, tries }, deps: OgDeps) => {
    const request = await findLinkOf(deps.db, id);
    if (!request) return;
    const og = await readOgData(deps, request.link, { id: request.userId ?? id });
    if (og === 'busy') {
      if (tries < MOST_TRIES) await readPreviewLater(deps.db, { id, tries: tries + 1 }, deps.now());
      return;
    }
    if (!og) return;
    await deps.db.transaction().execute(async (trx) => {
      if (await setOg(trx, id, og)) await announce(trx, BOARD_TOPIC, id);
    });
  },
});
