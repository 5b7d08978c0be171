import type { KeyboardEvent } from 'react';
import { hasSingleKeys } from './single-keys.ts';
import { useStageStore } from './stage-store.tsx';

/** Whether a key has a meaning of its own where it was pressed. */
const isTaken = ({ target, key }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('select, textarea, input:not([type=range], [type=checkbox])')) return true;
  return key === ' ' && target.matches('button, a, input[type=checkbox]');
};

/** The row of the list that a key means: the one with the focus, or else the one whose file is on the stage. */
const rowOf = ({ target }: KeyboardEvent): Element | null =>
  (target instanceof Element && target.closest('.file-row')) || document.querySelector('.file-row[aria-current]');

export function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // Some phones allow full screen only for videos.
  else
    document
      .querySelector('.stage')
      ?.requestFullscreen?.()
      .catch(() => {});
}

/** Handles the keys of the stage, pressed in the stage or in the list of files. */
export function useStageKeys(): (event: KeyboardEvent) => void {
  const store = useStageStore();
  const keys = new Map<string, (event: KeyboardEvent) => void>([
    ['ArrowUp', () => store.move(-1)],
    ['ArrowDown', () => store.move(1)],
    ['?', () => store.set({ isHelpOpen: true })],
    ['f', toggleFullScreen],
    ['x', (event) => rowOf(event)?.querySelector<HTMLElement>('input[type=checkbox]')?.click()],
    ['d', (event) => rowOf(event)?.querySelector<HTMLElement>('a[aria-label^="Download"]')?.click()],
  ]);
  return (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
    if (key.length === 1 && key !== ' ' && !hasSingleKeys()) return;
    const act = keys.get(key);
    if (act) act(event);
    else if (!store.get().isOpen || !store.onKey(event)) return;
    event.preventDefault();
  };
}
