// The person's own footage, for all stages they visit: read once, and kept by the browser until it is removed.
import { useSyncExternalStore } from 'react';
import { forgetOwnMarkers } from '#client/features/resources/markers/marker-memory.ts';
import { switchFootage } from '#client/features/resources/stage/offers/footage-switch.ts';
import type { Footage, FootageSlot } from './footage.ts';
import { dropFootage, forgetFootage, type KeptFootage, keepFootage, loadFootage } from './footage-memory.ts';
import { FootageProblem, readFootage } from './read-footage.ts';

type Slot = {
  footage: Footage | null;
  isReading: boolean;
  /** Why the file can't be used, as a sentence. */
  problem: string | null;
  /** Name of a kept file that the browser may read again only after a click. */
  asksFor: string | null;
  /** Whether the browser keeps it after the page is closed; null until that is certain. */
  isKept: boolean | null;
};

/** Parts of File System Access that TypeScript doesn't know. */
type Access = {
  queryPermission?(mode: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(mode: { mode: 'read' }): Promise<PermissionState>;
};

const EMPTY: Slot = { footage: null, isReading: false, problem: null, asksFor: null, isKept: null };
const GONE = 'This file is no longer where it was. Choose it again.';

let slots: Readonly<Record<FootageSlot, Slot>> = { main: EMPTY, next: EMPTY };
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const set = (slot: FootageSlot, change: Partial<Slot>): void => {
  const before = slots[slot];
  slots = { ...slots, [slot]: { ...before, ...change } };
  for (const listener of listeners) listener();
  const { footage } = before;
  // Stages let go of it first.
  if (footage && footage !== slots[slot].footage) setTimeout(() => URL.revokeObjectURL(footage.url));
};

/** The last choice of each slot counts, also if an earlier one is read later. */
const choices: Record<FootageSlot, number> = { main: 0, next: 0 };

/** @param problem of an earlier file, which stays with this one */
const open = async (
  slot: FootageSlot,
  getFile: () => Promise<File>,
  keep: () => Promise<boolean>,
  problem: string | null = null,
): Promise<void> => {
  choices[slot] += 1;
  const choice = choices[slot];
  const isLatest = (): boolean => choice === choices[slot];
  set(slot, { isReading: true, problem, asksFor: null });
  try {
    const file = await getFile().catch(() => {
      throw new FootageProblem(GONE);
    });
    const footage = await readFootage(file);
    if (!isLatest()) return URL.revokeObjectURL(footage.url);
    set(slot, { ...EMPTY, footage, problem });
    const isKept = await keep();
    if (isLatest()) set(slot, { isKept });
  } catch (error) {
    const reason = error instanceof FootageProblem ? error.message : 'This file could not be read.';
    if (isLatest()) set(slot, { isReading: false, problem: reason });
  }
};

/** @param problem of a file that was chosen instead */
const restore = async (slot: FootageSlot, isClick: boolean, problem: string | null = null): Promise<void> => {
  const choice = choices[slot];
  const kept = await loadFootage(slot);
  // Something was chosen or removed since.
  if (!kept || choice !== choices[slot]) return;
  const already = async () => true;
  if ('file' in kept) return await open(slot, async () => kept.file, already, problem);
  const { handle } = kept;
  const access = handle as unknown as Access;
  const mode = { mode: 'read' } as const;
  const ask = async () => (isClick ? access.requestPermission?.(mode) : access.queryPermission?.(mode));
  const state = await ask().catch(() => 'denied' as const);
  if (choice !== choices[slot]) return;
  if (state === 'granted' || state === undefined) return await open(slot, () => handle.getFile(), already, problem);
  set(slot, { asksFor: handle.name });
};

/** Uses a file or the file behind a handle, and shows it on all stages. Earlier footage stays if the file can't be read. */
export async function chooseFootage(slot: FootageSlot, chosen: KeptFootage): Promise<void> {
  switchFootage('on');
  const getFile = async (): Promise<File> => ('file' in chosen ? chosen.file : await chosen.handle.getFile());
  await open(slot, getFile, () => keepFootage(slot, chosen));
  const { footage, problem } = slots[slot];
  // Kept footage was off, and so not opened yet.
  if (!footage && problem) await restore(slot, false, problem);
}

let restoring: Promise<void> | undefined;

/** Opens what the browser has kept, once. A file that was chosen already is newer. */
export function restoreFootage(): Promise<void> {
  const unchosen = (['main', 'next'] as const).filter((slot) => choices[slot] === 0);
  restoring ??= Promise.all(unchosen.map((slot) => restore(slot, false))).then(() => {
    const { footage, asksFor, problem, isReading } = slots.main;
    if (!footage && !asksFor && !problem && !isReading) switchFootage(null);
  });
  return restoring;
}

/** Asks the browser for a kept file again. Must be called from a click. */
export function allowFootage(slot: FootageSlot): Promise<void> {
  return restore(slot, true);
}

/** Forgets the footage of a slot; without `main`, all of it. */
export async function removeFootage(slot: FootageSlot): Promise<void> {
  choices[slot] += 1;
  set(slot, EMPTY);
  if (slot === 'next') return await dropFootage(slot);
  choices.next += 1;
  set('next', EMPTY);
  switchFootage(null);
  await Promise.all([forgetFootage(), forgetOwnMarkers()]);
}

export function useFootage(slot: FootageSlot): Slot {
  const current = () => slots[slot];
  return useSyncExternalStore(subscribe, current, current);
}
