// Counts thread views, from page loads and from the API.
import type { Deps } from '#server/deps.ts';
import { startViewCounter, type ViewCounter } from '#server/platform/view-counter.ts';
import { deleteThreadViews, recordThreadViews } from './queries.ts';

export function startThreadViews({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): ViewCounter {
  return startViewCounter({
    now,
    log,
    record: (views) => recordThreadViews(db, views),
    forget: (before) => deleteThreadViews(db, before),
  });
}
