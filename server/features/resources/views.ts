// Counts resource views, from page loads and from the API.

import { startViewCounter, type ViewCounter } from '#server/platform/view-counter.ts';
import type { Deps } from '../../deps.ts';
import { deleteOldViews, recordViews } from './queries.ts';

export function startResourceViews({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): ViewCounter {
  return startViewCounter({
    now,
    log,
    record: (views) => recordViews(db, views),
    forget: (before) => deleteOldViews(db, before),
  });
}
