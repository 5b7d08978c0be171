/** What a resource's pictures are drawn from: its catalogue line, and for a waveform the sounds of the pack itself. */
import { type ArtSpec, stripKindOf } from '#demo/art/frame.ts';
import { peaksOf } from '#demo/files/peaks.ts';
import type { CatalogueEntry } from './entry.ts';

export async function artOf({ art, files }: Pick<CatalogueEntry, 'art' | 'files'>): Promise<ArtSpec> {
  return stripKindOf(art) === 'waveform' ? { ...art, peaks: await peaksOf(files) } : art;
}
