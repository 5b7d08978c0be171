// Previews of requested pages for which the site had no time when they were asked for.
import { z } from 'zod';
import { announce } from '#server/kit/db/bus.ts';
import { defineJob, enqueue, type Job } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { type OgDeps, readOgData } from './og.ts';
import { findLinkOf, setOg } from './queries.ts';
import { BOARD_TOPIC } from './rules.ts';

const LATER_MS = 5 * 60_000;
/** After so many tries a request stays as it is. */
const MOST_TRIES = 2;

type Preview = { id: string; tries: number };

/** Has the page of a request read some minutes later. `tries` counts them. */
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
