// Keeps a read up to date with events: changes during a reload are applied again to the response, which may be older.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { loadedOf, type Read, reload, update } from '#client/kit/data/query.ts';

type Change<T> = (data: T) => T;

/** Create one per displayed page. */
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
    // Reloads the data. Rejects with the call's error; the displayed data stays.
    readAnew,
  };
}
