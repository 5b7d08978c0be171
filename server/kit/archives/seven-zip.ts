/** Lists 7z archives with the machine's `7zz`: limited, isolated, and only as 7z. */

import type { Stop } from '#server/kit/media/ffmpeg.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';
import { type ArchiveContents, type ArchiveRefusal, createContents } from './contents.ts';

/** About 60,000 entries. Packed lists are unpacked into memory. */
const LIMITS: ProcessLimits = { memoryKb: 1_000_000, cpuSeconds: 20, timeMs: 20_000, outputBytes: 16 * 1024 * 1024 };

/** @throws the signal's abort reason */
export async function listSevenZip(
  program: string,
  path: string,
  packedBytes: number,
  { log, signal }: { log: Logger } & Stop,
): Promise<ArchiveContents | { refused: ArchiveRefusal }> {
  // The empty password keeps it from asking for one.
  const command = [program, 'l', '-slt', '-ba', '-p', '-mmt=1', '-sccUTF-8', '-t7z', '--', path] as const;
  const outcome = await runLimited(command, LIMITS, { signal, reads: [path] });
  signal?.throwIfAborted();
  const { code, output, errors, ended } = outcome;
  if (/encrypted archive/i.test(errors)) return { refused: 'locked' };
  const isCut = ended !== null;
  if (code === null && !isCut) log.warn({ errors }, 'An uploaded archive crashed the program that was listing it');
  return parseSevenZip(output.toString(), { isCut, isDamaged: code !== 0 && !isCut, packedBytes });
}

/** Parses the output of `7zz l -slt -ba`. */
export function parseSevenZip(
  text: string,
  { isCut, isDamaged, packedBytes }: { isCut: boolean; isDamaged: boolean; packedBytes: number },
): ArchiveContents | { refused: ArchiveRefusal } {
  const contents = createContents();
  let isLocked = false;
  let entry: { path: string; size: number; attributes: string } | null = null;
  const keep = (): void => {
    if (!entry) return;
    const { path, size, attributes } = entry;
    contents.add(path, { size, isFolder: attributes.startsWith('D'), isLink: attributes.includes(' l') });
  };
  let before = '';
  for (const line of text.split('\n')) {
    const [name, value] = [line.slice(0, line.indexOf(' = ')), line.slice(line.indexOf(' = ') + 3)];
    if (name === 'Path' && before === '') {
      keep();
      entry = { path: value, size: 0, attributes: '' };
    } else if (entry && name === 'Size') entry.size = Number(value);
    else if (entry && name === 'Attributes') entry.attributes = value;
    else if (line === 'Encrypted = +') isLocked = true;
    before = line;
  }
  // The last entry may be incomplete.
  if (!isCut) keep();
  if (contents.count() === 0 && (isDamaged || isCut)) return { refused: 'damaged' };
  return contents.end({ isCut, isDamaged, isLocked, packedBytes });
}
