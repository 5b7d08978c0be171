// What a page leaves behind on all others, such as an upload that runs: its code comes with the page that shows it first.
import type { ComponentType } from 'react';

let part: ComponentType | null = null;
let tell = (): void => {};

/** Draws a part at the end of every page of this window. It says itself when there is nothing to show. */
export function showEverywhere(shown: ComponentType): void {
  part = shown;
  tell();
}

export function shownEverywhere(): ComponentType | null {
  return part;
}

/** For the shell, the only one that listens. */
export function onShown(listener: () => void): () => void {
  tell = listener;
  return () => {};
}
