import { lastPart } from '#client/features/resources/components/files/folder-view.ts';
import type { FilePreview, ResourceFile } from '#contract/resources/api.ts';
import type { EncodingName, PlateName } from '#contract/resources/luts.ts';

/** Of the server's plates, in pixels. */
export const PLATE_SIZE = { width: 960, height: 540 } as const;
export const PLATE_LABELS: Record<PlateName, string> = {
  coast: 'Coast',
  portrait: 'Portrait',
  dunes: 'Dunes',
  street: 'Night street',
  chart: 'Skin chart',
  ramps: 'Ramps',
};
export const ENCODING_LABELS: Record<EncodingName, string> = {
  rec709: 'Rec.709',
  slog3: 'S-Log3',
  logc3: 'LogC3',
  vlog: 'V-Log',
  clog3: 'C-Log3',
  flog2: 'F-Log2',
  davinci: 'DaVinci Wide Gamut',
  acescct: 'ACEScct',
};

/** A file that is a LUT with a preview. */
export type LutFile = ResourceFile & { preview: Extract<FilePreview, { kind: 'look' }> };

export function isLut(file: ResourceFile): file is LutFile {
  return file.preview?.kind === 'look';
}

/** The name without folders and ending. */
export function lutName(file: Pick<ResourceFile, 'name'>): string {
  return lastPart(file.name).replace(/\.cube$/i, '');
}

/**
 * Names for a narrow list: spaces instead of underscores, and without the words that all of them begin with, so that what differs
 * is not cut off.
 */
export function shortNames(names: readonly string[]): string[] {
  const words = names.map((name) => name.split(/[ _]+/));
  const [first = []] = words;
  let shared = 0;
  while (words.length > 1 && words.every((all) => all.length > shared + 1 && all[shared] === first[shared]))
    shared += 1;
  return words.map((all) => all.slice(shared).join(' '));
}
