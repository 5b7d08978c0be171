// What the signed-in user likes, saved and follows, for components to render. It is filled by code that visitors never
// load (reactions-store.ts), so public pages only contain this small part.
import { useSyncExternalStore } from 'react';

/** Resources are liked and saved by id, users are followed by username. */
export type MarkKind = 'liked' | 'saved' | 'followed';
export type Marks = { readonly [kind in MarkKind]: ReadonlySet<string> };

let shown: Marks | null = null;
const listeners = new Set<() => void>();

export function shownMarks(): Marks | null {
  return shown;
}

/** Renders new marks everywhere; null when nobody is logged in. */
export function showMarks(marks: Marks | null): void {
  shown = marks;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Marks of the signed-in user; null for visitors, and until they are loaded. */
export function useMarks(): Marks | null {
  return useSyncExternalStore(subscribe, shownMarks, () => null);
}
