/** Lists RAR archives. Runs in a child process: see media/image-reader.ts. */

import { stat } from 'node:fs/promises';
import { createExtractorFromFile, UnrarError } from 'node-unrar-js';
import { type ArchiveContents, type ArchiveRefusal, createContents } from './contents.ts';

type Limits = { timeMs: number; entries: number };

/** What the library reads files with. */
type Files = { open(path: string): number };

const LIMITS: Limits = { timeMs: 20_000, entries: 100_000 };

export async function listRar(
  path: string,
  limits: Limits = LIMITS,
): Promise<ArchiveContents | { refused: ArchiveRefusal }> {
  const { size } = await stat(path);
  const extractor = await createExtractorFromFile({ filepath: path });
  openOnly(path, extractor as unknown as Files);
  const contents = createContents();
  const until = performance.now() + limits.timeMs;
  let [isCut, isDamaged, isLocked] = [false, false, false];
  try {
    const { arcHeader, fileHeaders } = extractor.getFileList();
    if (arcHeader.flags.volume) return { refused: 'split' };
    for (const { name, unpSize, flags } of fileHeaders) {
      contents.add(name, { size: unpSize, isFolder: flags.directory });
      isLocked ||= flags.encrypted;
      isCut = performance.now() > until || contents.count() >= limits.entries;
      if (isCut) break;
    }
  } catch (error) {
    if (error instanceof UnrarError && error.reason === 'ERAR_MISSING_PASSWORD') isLocked = true;
    isDamaged = true;
  }
  // No program makes empty archives.
  if (contents.count() === 0) return { refused: isLocked ? 'locked' : 'damaged' };
  return contents.end({ isCut, isDamaged, isLocked, packedBytes: size });
}

/** The library looks for the next part of a split archive next to this one. */
function openOnly(path: string, files: Files): void {
  const open = files.open.bind(files);
  files.open = (asked) => {
    if (asked !== path) throw new Error('Only this file is read.');
    return open(asked);
  };
}
