// Keeps a read that events change: what happens while it is asked for again is not lost in the older answer.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { loadedOf, type Read, reload, update } from '#client/kit/data/query.ts';

type Change<T> = (data: T) => T;

/** One for each page that is shown. */
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
    // Asks for it again. Rejects with the call's error; what is shown stays.
    readAnew,
  };
}
