// Keeps a cached query up to date with live events. The response to a reload may be older than the events that arrive during the
// reload, so those events are applied again.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { loadedOf, type Read, reload, update } from '#client/kit/data/query.ts';

type Change<T> = (data: T) => T;

/** Create one instance per displayed page. */
export function followRead<T>(context: AppContext, given: Read<T>) {
  let missed: Change<T>[] | null = null;
  let again = false;

  const readAnew = async (): Promise<void> => {
    if (missed) {
      again = true;
      return;
    }
    missed = [];
    try {
      await reload(context, given);
      const replay = missed;
      update(context, given, (data) => replay.reduce((changed, change) => change(changed), data));
    } finally {
      missed = null;
    }
    if (!again) return;
    again = false;
    await readAnew();
  };

  return {
    current: (): T | undefined => loadedOf(context, given),
    apply(change: Change<T>): void {
      missed?.push(change);
      update(context, given, change);
    },
    // Reloads the data. If that fails, rejects with the call's error and leaves the displayed data unchanged.
    readAnew,
  };
}
