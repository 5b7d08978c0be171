import { useCallback, useEffect, useState } from 'react';
import { minutesLeft } from '#client/features/requests/request-labels.ts';
import { forgetWait, notedWait, noteWait } from '#client/features/requests/request-store.ts';
import { endOfWait, type KnownWait, waitRead } from '#client/features/requests/wait-read.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, useLoaded } from '#client/kit/data/query.ts';
import { MINUTE_MS } from '#contract/durations.ts';

/** Accessing blocked localStorage throws, which callers handle. */
export const browserStore = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

const knownUntil = (at: number | null): KnownWait =>
  at === null ? { waitSeconds: 0 } : { waitSeconds: Math.max(1, Math.ceil((at - Date.now()) / 1000)), until: at };

export type Wait = {
  /** Whether the user has to wait. If the server is unreachable, this is based on the browser's own record. */
  isWaiting: boolean;
  /** Minutes until the next request is allowed; undefined before hydration, when the browser's clock must not be used. */
  minutes: number | undefined;
  /** Stores a waiting time from the server, converted to this browser's clock. */
  begin(nextAt: number): void;
};

/** The user's waiting time, which counts down every minute. Guests never wait. */
export function useWait(personId: string | null): Wait {
  const context = useAppContext();
  const told = useLoaded(waitRead(personId ?? ''));
  const [noted, setNoted] = useState<number | null>(null);
  const isWaiting = personId !== null && (told ? told.waitSeconds > 0 : noted !== null);
  // Data that came with the page has no end time yet, because the first render must not depend on the browser's clock.
  const nextAt = isWaiting ? (told ? told.until : noted) : null;
  const [minutes, setMinutes] = useState<number>();

  const settle = useCallback(
    (at: number | null): void => {
      if (personId === null) return;
      context.queryCache.put(waitRead(personId).key, knownUntil(at));
      if (at === null) forgetWait(browserStore, personId);
      else noteWait(browserStore, personId, at);
    },
    [context, personId],
  );

  useEffect(() => {
    if (personId === null) return;
    load(context, waitRead(personId)).then(
      (known) => settle(endOfWait(known)),
      () => setNoted(notedWait(browserStore, personId, Date.now())),
    );
  }, [context, personId, settle]);

  useEffect(() => {
    if (!nextAt) {
      setMinutes(undefined);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const count = (): void => {
      clearTimeout(timer);
      const left = nextAt - Date.now();
      setMinutes(minutesLeft(nextAt, Date.now()));
      if (left <= 0) settle(null);
      // Run again when the current minute ends.
      else timer = setTimeout(count, left % MINUTE_MS || MINUTE_MS);
    };
    count();
    // Count again when the page becomes visible, because timers do not run while the computer sleeps.
    document.addEventListener('visibilitychange', count);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', count);
    };
  }, [nextAt, settle]);

  return { isWaiting, minutes, begin: settle };
}
