// Saves what a folder lacks of an asset.
import type { Checksum } from '#client/features/resources/checksum-lines.ts';
import type { Check } from '#client/features/resources/library/check.ts';
import { baseOf, compareFiles, type FoundPack, folderNameOf } from '#client/features/resources/library/packs.ts';
import type { Transport } from '#client/kit/data/call.ts';
import { saveFiles } from './archive.ts';

type Saving = {
  transport: Transport;
  root: FileSystemDirectoryHandle;
  check: Check;
  found: FoundPack;
  /** All files of the asset. */
  files: readonly Checksum[];
  signal: AbortSignal;
  onWritten(bytes: number): void;
  onSaved(): void;
};

/**
 * Saves the files of an asset that are missing in the folder or differ there, where the others of the asset are.
 * @throws as `saveFiles`
 */
export async function savePack({ check, found, files, onSaved, ...rest }: Saving): Promise<void> {
  const { pack } = found;
  const base = baseOf(found.files);
  const { present, differing, missing } = compareFiles(files, check.hashes, base);
  await saveFiles({
    ...rest,
    base: base ?? folderNameOf(pack.title),
    id: pack.id,
    files: [...differing, ...missing],
    onSaved: ({ name, path, known }) => {
      check.addSaved(path, known, pack, name);
      onSaved();
    },
  });
  check.setComplete(pack, present + differing.length + missing.length);
}
