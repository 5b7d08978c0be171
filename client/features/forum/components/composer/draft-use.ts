import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAuth } from '#client/kit/session.tsx';
import {
  type Draft,
  type DraftPlace,
  draftKey,
  isSame,
  meet,
  parseDraft,
  readDraft,
  removeDraft,
  sweepDrafts,
  type Typed,
  writeDraft,
} from './draft-store.ts';

/** Keys are pressed faster than a storage should be written. */
const WRITE_AFTER_MS = 300;

export type DraftKeeper = {
  /** What was kept when this place was opened. */
  first: Draft | null;
  /** Notes what is typed now: it is kept a moment later, and at once when the page goes. */
  keep(typed: Typed): void;
  /** It was sent, or thrown away. */
  forget(): void;
  /** What is being written at the same place in another tab, when both differ. */
  other: Draft | null;
  /** Gives what the other tab had, and keeps what stood here in its place. */
  swap(): Draft | null;
};

// The storage of a browser can be closed: asking for it throws then, which every use here expects.
const browserStore = {
  get length() {
    return localStorage.length;
  },
  key: (index: number) => localStorage.key(index),
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
};

/**
 * The draft of the signed-in person at a place; `empty` is what stands there before anything is typed. `onTaken` hears
 * what another tab did when nothing is lost by it: it wrote while nothing was typed here, or sent what stood here (null).
 */
export function useDraft(place: DraftPlace, empty: Typed, onTaken: (draft: Draft | null) => void): DraftKeeper {
  const { session } = useAuth();
  // Who began to write: a session that ends, or changes hands, must not mix two people's words.
  const [userId] = useState(session.user?.id ?? '');
  const key = draftKey(userId, place);
  const [first] = useState(() => readDraft(browserStore, key));
  const [begun] = useState(empty);
  const [other, setOther] = useState<Draft | null>(null);
  const typed = useRef<Typed>(first ?? begun);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const taken = useRef(onTaken);
  taken.current = onTaken;

  const flush = useCallback((): void => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (isSame(typed.current, begun)) removeDraft(browserStore, key);
    else writeDraft(browserStore, key, { ...typed.current, savedAt: Date.now() });
  }, [key, begun]);

  useEffect(() => {
    sweepDrafts(browserStore, Date.now());
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== key) return;
      const next = parseDraft(event.newValue);
      const meeting = meet(typed.current, begun, parseDraft(event.oldValue), next);
      setOther(meeting === 'tell' ? next : null);
      if (meeting !== 'take' && meeting !== 'empty') return;
      typed.current = next ?? begun;
      taken.current(next);
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [key, begun, flush]);

  const actions = useMemo(
    () => ({
      keep: (next: Typed): void => {
        typed.current = next;
        timer.current ??= setTimeout(flush, WRITE_AFTER_MS);
      },
      forget: (): void => {
        clearTimeout(timer.current);
        timer.current = undefined;
        typed.current = begun;
        removeDraft(browserStore, key);
        setOther(null);
      },
    }),
    [key, begun, flush],
  );

  return {
    first,
    other,
    ...actions,
    swap: () => {
      if (!other) return null;
      const mine = { ...typed.current, savedAt: Date.now() };
      actions.keep(other);
      setOther(mine);
      return other;
    },
  };
}
