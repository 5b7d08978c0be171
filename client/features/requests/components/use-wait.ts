import { useCallback, useEffect, useState } from 'react';
import { minutesLeft } from '#client/features/requests/request-labels.ts';
import { forgetWait, notedWait, noteWait } from '#client/features/requests/request-store.ts';
import { endOfWait, type KnownWait, waitRead } from '#client/features/requests/wait-read.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, useLoaded } from '#client/kit/data/query.ts';
import { MINUTE_MS } from '#contract/durations.ts';

/** localStorage may be closed: each access then throws, which its users expect. */
export const browserStore = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

const knownUntil = (at: number | null): KnownWait =>
  at === null ? { waitSeconds: 0 } : { waitSeconds: Math.max(1, Math.ceil((at - Date.now()) / 1000)), until: at };

export type Wait = {
  /** Whether the person waits; the server's word, or when it could not be asked, what this browser noted. */
  isWaiting: boolean;
  /** Minutes until the next request; undefined before the browser's clock may be asked. */
  minutes: number | undefined;
  /** Notes a wait that the server has told, by this browser's clock. */
  begin(nextAt: number): void;
};

/** The wait of a person, counted down each minute; nobody waits while nobody is signed in. */
export function useWait(personId: string | null): Wait {
  const context = useAppContext();
  const told = useLoaded(waitRead(personId ?? ''));
  const [noted, setNoted] = useState<number | null>(null);
  const isWaiting = personId !== null && (told ? told.waitSeconds > 0 : noted !== null);
  // An answer that came with the page has no end yet: whoever draws it for the first time has no clock of their own.
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
      // To the end of the minute that runs.
      else timer = setTimeout(count, left % MINUTE_MS || MINUTE_MS);
    };
    count();
    // Timers stand still while a computer sleeps.
    document.addEventListener('visibilitychange', count);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', count);
    };
  }, [nextAt, settle]);

  return { isWaiting, minutes, begin: settle };
}
