// What this browser remembers of a library check, in IndexedDB: the folder, its hashes, and licences. It never leaves the device.
import { deviceStore, settled } from '#client/kit/data/device-store.ts';

export type Known = { size: number; lastModified: number; sha256: string };

const { withStore, forget } = deviceStore('helix-library', ['hashes', 'folder', 'licences']);

// Keys of a folder's hashes are between `name/` and `name0`, because '0' follows '/'.
const inFolder = (folder: string) => IDBKeyRange.bound(`${folder}/`, `${folder}0`, false, true);

/** Without storage, as in some private windows, checks work but start from the beginning. */
const orNothing = <T>(work: Promise<T>, nothing: T): Promise<T> => work.catch(() => nothing);

/** Hashes of a folder's files by path, from earlier checks. */
export function loadHashes(folder: string): Promise<Map<string, Known>> {
  const load = withStore('hashes', 'readonly', async (objects) => {
    const [keys, values] = await Promise.all([
      settled(objects.getAllKeys(inFolder(folder))),
      settled<Known[]>(objects.getAll(inFolder(folder))),
    ]);
    return new Map(values.map((value, index) => [String(keys[index]).slice(folder.length + 1), value]));
  });
  return orNothing(load, new Map());
}

export function keepHashes(folder: string, hashes: ReadonlyMap<string, Known>): Promise<void> {
  const keep = withStore('hashes', 'readwrite', async (objects) => {
    for (const [path, known] of hashes) objects.put(known, `${folder}/${path}`);
  });
  return orNothing(keep, undefined);
}

/** The folder of the last check. */
export function loadLastFolder(): Promise<FileSystemDirectoryHandle | null> {
  const load = withStore(
    'folder',
    'readonly',
    async (objects) => (await settled<FileSystemDirectoryHandle | undefined>(objects.get('last'))) ?? null,
  );
  return orNothing(load, null);
}

export function keepLastFolder(handle: FileSystemDirectoryHandle): Promise<void> {
  const keep = withStore('folder', 'readwrite', async (objects) => {
    objects.put(handle, 'last');
  });
  return orNothing(keep, undefined);
}

/** Replaces the remembered licences of assets, and returns those of the check before. */
export function exchangeLicences(licences: ReadonlyMap<string, string | null>): Promise<Map<string, string | null>> {
  const exchange = withStore('licences', 'readwrite', async (objects) => {
    const before = new Map<string, string | null>();
    await Promise.all(
      [...licences].map(async ([id, licence]) => {
        const was = await settled<{ licence: string | null } | undefined>(objects.get(id));
        if (was) before.set(id, was.licence);
        objects.put({ licence }, id);
      }),
    );
    return before;
  });
  return orNothing(exchange, new Map());
}

/** Deletes everything that is remembered. */
export function forgetLibrary(): Promise<void> {
  return orNothing(forget(), undefined);
}
