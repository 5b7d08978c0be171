/** Art spec of a resource: the one in its catalogue entry, plus the peaks of its own sounds for a waveform. */
import { type ArtSpec, stripKindOf } from '#demo/art/frame.ts';
import { peaksOf } from '#demo/files/peaks.ts';
import type { CatalogueEntry } from './entry.ts';

export async function artOf({ art, files }: Pick<CatalogueEntry, 'art' | 'files'>): Promise<ArtSpec> {
  return stripKindOf(art) === 'waveform' ? { ...art, peaks: await peaksOf(files) } : art;
}
