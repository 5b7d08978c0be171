// A component that stays on all pages once a page has added it, such as a running upload. Its code is loaded by that page.
import type { ComponentType } from 'react';

let part: ComponentType | null = null;
let tell = (): void => {};

/** Renders a component at the end of every page in this window. It must render nothing when there is nothing to show. */
export function showEverywhere(shown: ComponentType): void {
  part = shown;
  tell();
}

export function shownEverywhere(): ComponentType | null {
  return part;
}

/** Subscription for the shell, the only listener. */
export function onShown(listener: () => void): () => void {
  tell = listener;
  return () => {};
}
