// Markers that this browser keeps for each sound. They never leave the device.
import { deviceStore, settled } from '#client/kit/data/device-store.ts';
import type { Marker } from './marker-list.ts';

export type KeptMarkers = {
  markers: readonly Marker[];
  /** Id of the frame rate. */
  rate: string;
  /** Timecode with which the timeline begins. */
  start: string;
};

/** Sounds whose markers are kept; the ones changed longest ago are forgotten first. */
const MOST_SOUNDS = 200;

const OWN = 'own/';

type Entry = KeptMarkers & { changed: number };

const { withStore } = deviceStore('helix-markers', ['sounds']);

/** Null if there are none, or no storage. */
export function loadMarkers(sound: string): Promise<KeptMarkers | null> {
  return withStore(
    'sounds',
    'readonly',
    async (objects) => (await settled<Entry | undefined>(objects.get(sound))) ?? null,
  ).catch(() => null);
}

/** Key of a sound of the person's own. */
export function ownSoundKey({ name, size }: File): string {
  return `${OWN}${name}/${size}`;
}

/** Forgets the markers of all sounds of the person's own. */
export async function forgetOwnMarkers(): Promise<void> {
  const own = IDBKeyRange.bound(OWN, `${OWN}\uffff`);
  await withStore('sounds', 'readwrite', async (objects) => void objects.delete(own)).catch(() => null);
}

/** An empty list leaves nothing. @returns whether they are kept. There may be no storage, or no room in it. */
export async function keepMarkers(sound: string, kept: KeptMarkers): Promise<boolean> {
  try {
    await withStore('sounds', 'readwrite', async (objects) => {
      if (kept.markers.length === 0) return void objects.delete(sound);
      objects.put({ ...kept, changed: Date.now() } satisfies Entry, sound);
      if ((await settled(objects.count())) <= MOST_SOUNDS) return;
      const [keys, entries] = await Promise.all([settled(objects.getAllKeys()), settled<Entry[]>(objects.getAll())]);
      const oldest = keys.toSorted(
        (a, b) => (entries[keys.indexOf(a)]?.changed ?? 0) - (entries[keys.indexOf(b)]?.changed ?? 0),
      );
      for (const key of oldest.slice(0, keys.length - MOST_SOUNDS)) objects.delete(key);
    });
    return true;
  } catch {
    return false;
  }
}
