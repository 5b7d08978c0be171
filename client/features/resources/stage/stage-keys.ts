import type { KeyboardEvent } from 'react';
import { hasSingleKeys } from '#client/kit/keys/single-keys.ts';
import { moveStage } from './moves.ts';
import type { StageStore } from './stage-store.tsx';

/** Whether a key has a meaning of its own where it was pressed. */
const isTaken = ({ target, key }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('select, textarea, input:not([type=range], [type=checkbox])')) return true;
  if (/^(Arrow|Home|End|Page)/.test(key) && target.matches('[data-arrows=own], .seek-grip')) return true;
  return key === ' ' && target.matches('button, a, input[type=checkbox]');
};

const rowWithFocus = ({ target }: KeyboardEvent): Element | null =>
  target instanceof Element ? target.closest('.file-row') : null;

/** The row that a key means: the one with the focus, or else the one whose file is on the stage. */
const rowOf = (event: KeyboardEvent): Element | null =>
  rowWithFocus(event) ?? document.querySelector('.file-row[aria-current]');

const clickIn = (row: Element | null, selector: string): void => row?.querySelector<HTMLElement>(selector)?.click();

export function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // Some phones allow full screen only for videos.
  else
    document
      .querySelector('.stage')
      ?.requestFullscreen?.()
      .catch(() => {});
}

/** Moves the focus to the next row of the list; the stage follows, and plays if the last file played or has ended. */
const moveInList = (store: StageStore, row: Element, steps: 1 | -1): void => {
  const next = steps === 1 ? row.nextElementSibling : row.previousElementSibling;
  const target = next?.querySelector<HTMLElement>('.row-link') ?? next?.querySelector<HTMLElement>('input, a');
  target?.focus();
  const file = store.get().listed.find(({ name }) => name === (next as HTMLElement | null)?.dataset.file);
  if (file) store.show(file, { plays: store.get().goesOn });
};

/** Creates the handler for all keys of the stage and the list of files. */
export function createKeyHandler(store: StageStore): (event: KeyboardEvent) => void {
  const move = (steps: 1 | -1) => (event: KeyboardEvent) => {
    const row = rowWithFocus(event);
    if (row) moveInList(store, row, steps);
    else moveStage(store, steps);
  };
  const keys = new Map<string, (event: KeyboardEvent) => void>([
    ['ArrowUp', move(-1)],
    ['ArrowDown', move(1)],
    ['f', toggleFullScreen],
    ['x', (event) => clickIn(rowOf(event), 'input[type=checkbox]')],
    ['d', (event) => clickIn(rowOf(event), 'a[aria-label^="Download"]')],
  ]);
  return (event) => {
    const { key, currentTarget, target } = event;
    // What the stage shows elsewhere on the page, such as the compare tray, has keys of its own.
    if (!currentTarget.contains(target as Node)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
    if (key.length === 1 && key !== ' ' && !hasSingleKeys()) return;
    const act = keys.get(key);
    if (act) act(event);
    else if (!store.get().isOpen || !store.onKey(event)) {
      if (key !== 'c') return;
      clickIn(document.querySelector('.stage'), '.stage-compare');
    }
    event.preventDefault();
  };
}
