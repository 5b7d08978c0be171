// A component, such as the upload indicator, that stays visible on all pages once a page has registered it. Only that page loads
// its code.
import type { ComponentType } from 'react';

let part: ComponentType | null = null;
let tell = (): void => {};

/** Renders a component at the end of every page in this window. It must render nothing when it has nothing to show. */
export function showEverywhere(shown: ComponentType): void {
  part = shown;
  tell();
}

export function shownEverywhere(): ComponentType | null {
  return part;
}

/** Calls `listener` when a component has been registered. The shell is the only subscriber. */
export function onShown(listener: () => void): () => void {
  tell = listener;
  return () => {};
}
