// Footage that this browser keeps until the person removes it, as a file or as a handle. It never leaves the device.
import { deviceStore, settled } from '#client/kit/data/device-store.ts';
import type { FootageSlot } from './footage.ts';

export type KeptFootage = { file: File } | { handle: FileSystemFileHandle };

/** Browsers copy kept files, so larger ones are kept only by handle. */
const KEPT_FILE_MAX_BYTES = 2 ** 30;

const { withStore, forget } = deviceStore('helix-footage', ['kept']);

/** @returns whether the footage is kept. There may be no storage, or no room in it. */
export async function keepFootage(slot: FootageSlot, kept: KeptFootage): Promise<boolean> {
  if ('file' in kept && kept.file.size > KEPT_FILE_MAX_BYTES) {
    await dropFootage(slot);
    return false;
  }
  try {
    await withStore('kept', 'readwrite', async (objects) => void objects.put(kept, slot));
    return true;
  } catch {
    await dropFootage(slot);
    return false;
  }
}

export function loadFootage(slot: FootageSlot): Promise<KeptFootage | null> {
  return withStore(
    'kept',
    'readonly',
    async (objects) => (await settled<KeptFootage | undefined>(objects.get(slot))) ?? null,
  ).catch(() => null);
}

export async function dropFootage(slot: FootageSlot): Promise<void> {
  await withStore('kept', 'readwrite', async (objects) => void objects.delete(slot)).catch(() => null);
}

export async function forgetFootage(): Promise<void> {
  await forget().catch(() => null);
}
