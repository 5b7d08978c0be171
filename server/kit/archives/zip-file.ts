/** Lists ZIP archives. Runs in a child process: see media/image-reader.ts. */

import { open } from 'node:fs/promises';
import { surveyArchive } from '#server/kit/zip/archive-list.ts';
import { type ArchiveContents, type ArchiveRefusal, createContents } from './contents.ts';
import { pathOf } from './tar-file.ts';

const LINK_MODE = 0o120000;
const KIND_OF_MODE = 0o170000;

export async function listZip(path: string): Promise<ArchiveContents | { refused: ArchiveRefusal }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const contents = createContents();
    const { faults } = await surveyArchive(
      async (buffer, position) => (await file.read(buffer, 0, buffer.length, position)).bytesRead,
      size,
      (_name, entry) => {
        const isLink = ((entry.externalFileAttributes >>> 16) & KIND_OF_MODE) === LINK_MODE;
        contents.add(pathOf(entry.fileNameRaw), { size: entry.uncompressedSize, isLink });
      },
    );
    const isLocked = faults.has('encrypted');
    if (contents.count() === 0 && isLocked) return { refused: 'locked' };
    if (contents.count() === 0 && faults.has('broken')) return { refused: 'damaged' };
    const isDamaged = faults.has('broken');
    return contents.end({ isCut: faults.has('cut-short'), isDamaged, isLocked, packedBytes: size });
  } finally {
    await file.close();
  }
}
