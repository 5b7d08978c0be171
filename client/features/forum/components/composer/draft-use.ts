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

/** Delay before changes are written to storage. */
const WRITE_AFTER_MS = 300;

export type DraftKeeper = {
  /** The draft that was stored when the form was opened. */
  first: Draft | null;
  /** Saves the typed text after a short delay, or immediately when the page is closed. */
  keep(typed: Typed): void;
  /** Deletes the draft, after the text was sent or discarded. */
  forget(): void;
  /** Another tab's version of this draft, if it differs. */
  other: Draft | null;
  /** Returns the other tab's draft and keeps it. This tab's draft becomes `other`. */
  swap(): Draft | null;
};

// Accessing blocked storage throws, which all callers handle.
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
 * The logged-in user's draft for a thread, subcategory or post; `empty` is the form's initial content. `onTaken` is called when
 * another tab's change can be applied without losing text. It receives the other tab's draft if nothing was typed here, or null
 * if the other tab sent the text that was typed here.
 */
export function useDraft(place: DraftPlace, empty: Typed, onTaken: (draft: Draft | null) => void): DraftKeeper {
  const { session } = useAuth();
  // The user who started writing. Stays the same if the session ends or changes, so that drafts of two users are never mixed up.
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
