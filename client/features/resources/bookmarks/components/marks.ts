// What the logged-in user likes, saves and follows, for components to render. The data is set by code that visitors never load
// (reactions-store.ts), so that public pages only contain this small part.
import { useSyncExternalStore } from 'react';

/** Resources are liked and saved by ID; users are followed by username. */
export type MarkKind = 'liked' | 'saved' | 'followed';
export type Marks = { readonly [kind in MarkKind]: ReadonlySet<string> };

let shown: Marks | null = null;
const listeners = new Set<() => void>();

export function shownMarks(): Marks | null {
  return shown;
}

/** Updates all components with new marks. `marks` is null if nobody is logged in. */
export function showMarks(marks: Marks | null): void {
  shown = marks;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Marks of the logged-in user; null for visitors and while loading. */
export function useMarks(): Marks | null {
  return useSyncExternalStore(subscribe, shownMarks, () => null);
}
