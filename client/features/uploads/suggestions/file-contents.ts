// Facts from the first bytes of sounds, clips and archives. Reads little, and never a whole file.
import type { ChosenFile } from '#client/features/uploads/chosen-files.ts';
import type { ProposedFile } from '#contract/uploads/proposals.ts';

type Facts = { seconds?: number; hasAlpha?: boolean; inside?: ProposedFile[] };
/** Facts by path. */
export type Contents = ReadonlyMap<string, Facts>;

const HEAD_BYTES = 64 * 1024;
const MOST_INDEX_BYTES = 2 * 1024 * 1024;
const MOST_BOXES = 40;
const MOST_ENTRIES = 5000;
/** Files to read of each kind. */
const MOST_FILES = 24;

const bytesOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer());

const codeAt = (view: DataView, at: number): string =>
  at + 4 <= view.byteLength ? String.fromCharCode(...new Uint8Array(view.buffer, at, 4)) : '';

const placeOf = (view: DataView, code: string, from = 0): number => {
  const first = code.charCodeAt(0);
  for (let at = from; at + 4 <= view.byteLength; at += 1)
    if (view.getUint8(at) === first && codeAt(view, at) === code) return at;
  return -1;
};

/** Duration from the bytes a second that a WAV file states. */
const readWav = async (file: Blob): Promise<Facts> => {
  const head = await bytesOf(file, 0, HEAD_BYTES);
  const format = placeOf(head, 'fmt ');
  if (codeAt(head, 8) !== 'WAVE' || format < 0 || format + 20 > head.byteLength) return {};
  const rate = head.getUint32(format + 16, true);
  return rate > 0 ? { seconds: file.size / rate } : {};
};

/** Whether a QuickTime file has a video track of 32 bits a pixel, which is how editors mark an alpha channel. */
const readMov = async (file: Blob): Promise<Facts> => {
  let at = 0;
  for (let boxes = 0; boxes < MOST_BOXES && at + 16 <= file.size; boxes += 1) {
    const head = await bytesOf(file, at, at + 16);
    const short = head.getUint32(0);
    const size = short === 1 ? Number(head.getBigUint64(8)) : short;
    if (codeAt(head, 4) !== 'moov') {
      if (size < 8) return {};
      at += size;
      continue;
    }
    const index = await bytesOf(file, at, at + Math.min(size, MOST_INDEX_BYTES));
    for (let table = placeOf(index, 'stsd'); table >= 0; table = placeOf(index, 'stsd', table + 4)) {
      const entry = table + 16;
      if (entry + 80 > index.byteLength) return {};
      const [width, height] = [index.getUint16(entry + 28), index.getUint16(entry + 30)];
      const isVideo = width > 0 && width <= 16_384 && height > 0 && height <= 16_384;
      if (isVideo && index.getUint16(entry + 78) === 32) return { hasAlpha: true };
    }
    return {};
  }
  return {};
};

/** Names and sizes in a ZIP file's directory. */
const readZip = async (file: Blob): Promise<Facts> => {
  const tail = await bytesOf(file, Math.max(0, file.size - HEAD_BYTES - 22), file.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return {};
  const [length, from] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const index = await bytesOf(file, from, from + Math.min(length, MOST_INDEX_BYTES));
  const inside: ProposedFile[] = [];
  let at = 0;
  while (at + 46 <= index.byteLength && index.getUint32(at, true) === 0x02014b50 && inside.length < MOST_ENTRIES) {
    const nameLength = index.getUint16(at + 28, true);
    const name = new TextDecoder().decode(index.buffer.slice(at + 46, at + 46 + nameLength));
    if (!name.endsWith('/')) inside.push({ path: name.replaceAll('\\', '/'), size: index.getUint32(at + 24, true) });
    at += 46 + nameLength + index.getUint16(at + 30, true) + index.getUint16(at + 32, true);
  }
  return { inside };
};

const READERS: [RegExp, (file: Blob) => Promise<Facts>][] = [
  [/\.zip$/i, readZip],
  [/\.wav$/i, readWav],
  [/\.mov$/i, readMov],
];

/** Reads the first files of each kind. A file that can't be read adds nothing. */
export async function readContents(files: readonly ChosenFile[], signal: AbortSignal): Promise<Contents> {
  const contents = new Map<string, Facts>();
  for (const [ending, read] of READERS) {
    const own = files.filter(({ path }) => ending.test(path)).slice(0, MOST_FILES);
    for (const { path, file } of own) {
      if (signal.aborted) return contents;
      contents.set(path, await read(file).catch(() => ({})));
    }
  }
  return contents;
}

/** The files with their facts; the files inside an archive take its place. */
export function withContents(files: readonly ChosenFile[], contents: Contents): ProposedFile[] {
  return files.flatMap(({ path, size }) => {
    const { inside, ...facts } = contents.get(path) ?? {};
    return inside && inside.length > 0
      ? inside.map((inner) => ({ ...inner, path: `${path}/${inner.path}` }))
      : [{ path, size, ...facts }];
  });
}
