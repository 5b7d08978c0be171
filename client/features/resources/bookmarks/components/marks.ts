// What the signed-in person has liked, saved and follows, for whatever draws it. It is filled by code that visitors
// never load (reactions-store.ts), so this much of it is all that public pages are made of.
import { useSyncExternalStore } from 'react';

/** Resources are liked and saved by their id, people followed by their username. */
export type MarkKind = 'liked' | 'saved' | 'followed';
export type Marks = { readonly [kind in MarkKind]: ReadonlySet<string> };

let shown: Marks | null = null;
const listeners = new Set<() => void>();

export function shownMarks(): Marks | null {
  return shown;
}

/** Draws other marks everywhere; null when nobody is signed in. */
export function showMarks(marks: Marks | null): void {
  shown = marks;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The marks of the signed-in person; null for visitors and until they are known. */
export function useMarks(): Marks | null {
  return useSyncExternalStore(subscribe, shownMarks, () => null);
}
